import { states } from '../../../../data/geography/states.ts'

const list = (text: string) => text.trim().split(/\s+/)

/** Words of several spellings: the one they are read as, then the others. */
const spellings = `
  and n
  association assoc assn assocation
  avenue ave av aven
  boulevard blvd bvld boul
  center centre ctr
  circle cir
  court ct
  county cnty cty
  drive dr
  farmer farmers farmes
  fort ft
  friday fri
  highway hwy hiway
  lane ln
  market mkt markets mrkt marke markt
  monday mon
  mount mt
  parkway pkwy pky
  place pl
  plaza plz
  road rd
  route rt rte
  st saint street sts streets
  east e
  west w
  saturday sat
  square sq
  sunday sun
  suite ste
  terrace ter
  theater theatre
  thursday thu thur thurs
  township twp
  tuesday tue tues
  turnpike tpke tpk
  university univ
  wednesday wed weds`

/**
 * Words of names and addresses, in the form that listings.sql gives them: lower case, no accents,
 * no apostrophes, and without the last s of a word of four letters or more.
 */
export const words = {
  /** Words that any market or farm may have in its name: they do not say which one it is. */
  generic: list(`
    a an and at by de del el en for from in inc la las le llc lc ltd los of on our the to with
    market farmer farm greenmarket youthmarket ym mercado marketplace csa certified community local fresh public
    downtown association co company cooperative coop corp corporation dba program project
    open air weekly season seasonal day morning afternoon evening night year round
    food hub cfm op stand farmstand store shop produce artisan art craft crafter maker organic
    st official new annual location site summer outdoor main pickup delivery business`),
  /** Days and seasons in names: they distinguish a market from its sister at the same place. */
  days: list('monday tuesday wednesday thursday friday saturday sunday'),
  winter: list('winter indoor holiday christma thanksgiving'),
  summer: list('summer outdoor'),
  /** Words of addresses that name the kind of street, its side, or a part of the building. */
  street: list(`
    st road avenue boulevard drive lane court highway route parkway way place plaza circle terrace
    pike turnpike trail square north south east west ne nw se sw and of the at between corner
    block suite unit apt floor bldg building room lot box po p o us state county rural`),
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
   * How a name may say its state, which says nothing else: the abbreviation, and the name where that
   * is one word (those of two have words like `north` in them).
   */
  states: Object.fromEntries(
    states.map(({ abbr, name }) => [
      abbr,
      [abbr, ...(name.includes(' ') ? [] : [name])].map((word) => word.toLowerCase()),
    ]),
  ),
  /** Sites where many farms have their pages: the page is that of a farm, the host is not. */
  shared_hosts: list(`
    facebook.com m.facebook.com fb.com fb.me twitter.com instagram.com youtube.com pinterest.com
    sites.google.com plus.google.com google.com goo.gl linkedin.com yelp.com meetup.com etsy.com
    localharvest.org nfmd.org eatwild.com foursquare.com tinyurl.com bit.ly linktr.ee`),
}
