import { states } from '../../../../data/geography/states.ts'

const list = (text: string) => text.trim().split(/\s+/)

/**
 * Words with several spellings: the common form, then its variants. Street words are the abbreviations of
 * USPS Publication 28 that are not words of names.
 */
const spellings = `
  1st first
  2nd second
  3rd third
  4th fourth
  5th fifth
  6th sixth
  7th seventh
  8th eighth
  9th ninth
  10th tenth
  alley aly
  and n
  association assoc assn assocation
  avenue ave av aven avenida
  bluff blf blfs
  boulevard blvd bvld boul
  bridge brg
  bypass byp
  canyon cyn
  causeway cswy
  center centre ctr
  circle cir
  court ct
  creek crk
  crossing xing
  county cnty cty
  drive dr
  east e
  expressway expy
  extension ext
  farmer farmers farmes
  fort ft
  freeway fwy
  friday fri
  garden gdn gdns
  grove grv
  harbor hbr harbour
  height hts heights
  highway hwy hiway
  hollow holw
  junction jct
  landing lndg
  lane ln
  market mkt markets mrkt marke markt
  meadow mdw mdws
  monday mon
  mount mt
  mountain mtn mnt mtns
  orchard orch
  parkway pkwy pky
  place pl
  plaza plz
  ridge rdg
  road rd
  route rt rte
  saturday sat
  st saint street sts streets
  square sq
  station sta
  suite ste
  sunday sun
  terrace ter
  theater theatre
  thursday thu thur thurs
  township twp
  trail trl
  tuesday tue tues
  turnpike tpke tpk
  university univ
  valley vly
  village vlg
  vista vis
  wednesday wed weds
  west w`

/**
 * Words of names and addresses, in the spelling of the columns: lower case, no accents, no apostrophes, and
 * without the last s of a word of four letters or more.
 */
export const words = {
  /** Words that any market or farm may have in its name: they do not identify it. */
  generic: list(`
    a an and at by de del el en for from in inc la las le llc lc ltd los of on our the to with
    market farmer farm greenmarket youthmarket ym mercado marketplace csa certified community local fresh public
    downtown association chamber commerce co company cooperative coop corp corporation dba program project
    open air weekly season seasonal day morning afternoon evening night year round
    food hub cfm op stand farmstand store shop produce artisan artist art craft crafter maker organic
    st official new annual location site summer outdoor main pickup delivery business`),
  /** Days and seasons in names: they distinguish a market from its sister at the same place. */
  days: list('monday tuesday wednesday thursday friday saturday sunday'),
  winter: list('winter indoor holiday christma thanksgiving'),
  summer: list('summer outdoor'),
  seasons: list('winter indoor summer outdoor fall autumn'),
  /** Words of addresses for the type of street, its side, or a part of the building. */
  street: list(`
    st road avenue boulevard drive lane court highway route parkway way place plaza circle terrace
    pike turnpike trail square north south east west ne nw se sw and of the at between corner
    block suite unit apt floor bldg building room lot box po p o us state county rural`),
  /**
   * A numbered road, whatever its class: `SR 33`, `US-33`, `State Route 33` and `Ohio 33` are one road. The
   * first group is the number.
   */
  numbered_road: `\\b(?:(?:state|county|us|co|old|st)\\W+)*(?:${[
    ...list('road rd route rte rt highway hiway hwy interstate us sr cr fm i'),
    'u\\W*s',
    ...states.map(({ name }) => name.toLowerCase()),
  ].join('|')})\\W*(\\d+)(?: ?[a-z])?\\b`,
  synonyms: Object.fromEntries(
    spellings
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [word, ...variants] = list(line)
        return variants.map((variant) => [variant, word!])
      }),
  ),
  /**
   * Words for the state in a name: its abbreviation, and its name if that is one word. Names of two words
   * contain words like `north`.
   */
  states: Object.fromEntries(
    states.map(({ abbr, name }) => [
      abbr,
      [abbr, ...(name.includes(' ') ? [] : [name])].map((word) => word.toLowerCase()),
    ]),
  ),
  /** Sites that host pages of many farms: the page belongs to a farm, the host does not. */
  shared_hosts: list(`
    facebook.com m.facebook.com fb.com fb.me twitter.com instagram.com youtube.com pinterest.com
    sites.google.com plus.google.com google.com goo.gl linkedin.com yelp.com meetup.com etsy.com
    localharvest.org nfmd.org eatwild.com foursquare.com tinyurl.com bit.ly linktr.ee`),
}
