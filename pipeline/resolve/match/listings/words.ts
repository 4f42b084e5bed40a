import { states } from '../../../../data/geography/states.ts'

/**
 * Words of names and addresses, in the form that listings.sql gives them: lower case, no accents,
 * no apostrophes, and without the last s of a word of four letters or more.
 */

const list = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** Words that any market or farm may have in its name: they do not say which one it is. */
export const genericWords = list(`
  a an and at by de del el en for from in inc la las le llc lc ltd los of on our the to with
  market farmer farm greenmarket youthmarket ym mercado marketplace csa certified community local fresh public
  downtown association co company cooperative coop corp corporation dba program project
  open air weekly season seasonal day morning afternoon evening night year round
  food hub cfm op stand farmstand store shop produce artisan art craft crafter maker organic
  st official new annual location site summer outdoor main pickup delivery business`)

/** Days and seasons in names: they distinguish a market from its sister at the same place. */
export const weekdayWords = list('monday tuesday wednesday thursday friday saturday sunday')
export const winterWords = list('winter indoor holiday christma thanksgiving')
export const summerWords = list('summer outdoor')

/** Words of addresses that name the kind of street, its side, or a part of the building. */
export const streetWords = list(`
  st road avenue boulevard drive lane court highway route parkway way place plaza circle terrace
  pike turnpike trail square north south east west ne nw se sw and of the at between corner
  block suite unit apt floor bldg building room lot box po p o us state county rural`)

/** Words of several spellings, and the one they are read as. */
export const synonyms: Record<string, string> = {
  ...spelled('and', 'n'),
  ...spelled('association', 'assoc assn assocation'),
  ...spelled('avenue', 'ave av aven'),
  ...spelled('boulevard', 'blvd bvld boul'),
  ...spelled('center', 'centre ctr'),
  ...spelled('circle', 'cir'),
  ...spelled('court', 'ct'),
  ...spelled('county', 'cnty cty'),
  ...spelled('drive', 'dr'),
  ...spelled('farmer', 'farmers farmes'),
  ...spelled('fort', 'ft'),
  ...spelled('friday', 'fri'),
  ...spelled('highway', 'hwy hiway'),
  ...spelled('lane', 'ln'),
  ...spelled('market', 'mkt markets mrkt marke markt'),
  ...spelled('monday', 'mon'),
  ...spelled('mount', 'mt'),
  ...spelled('parkway', 'pkwy pky'),
  ...spelled('place', 'pl'),
  ...spelled('plaza', 'plz'),
  ...spelled('road', 'rd'),
  ...spelled('route', 'rt rte'),
  ...spelled('st', 'saint street sts streets'),
  ...spelled('east', 'e'),
  ...spelled('west', 'w'),
  ...spelled('saturday', 'sat'),
  ...spelled('square', 'sq'),
  ...spelled('sunday', 'sun'),
  ...spelled('suite', 'ste'),
  ...spelled('terrace', 'ter'),
  ...spelled('theater', 'theatre'),
  ...spelled('thursday', 'thu thur thurs'),
  ...spelled('township', 'twp'),
  ...spelled('tuesday', 'tue tues'),
  ...spelled('turnpike', 'tpke tpk'),
  ...spelled('university', 'univ'),
  ...spelled('wednesday', 'wed weds'),
}

/**
 * How a name may say its state, which says nothing else: the abbreviation, and the name where that
 * is one word (those of two have words like `north` in them).
 */
export const stateWords: Record<string, string[]> = Object.fromEntries(
  states.map(({ abbr, name }) => [
    abbr,
    [abbr, ...(name.includes(' ') ? [] : [name])].map((word) => word.toLowerCase()),
  ]),
)

/** Sites where many farms have their pages: the page is that of a farm, the host is not. */
export const sharedHosts = list(`
  facebook.com m.facebook.com fb.com fb.me twitter.com instagram.com youtube.com pinterest.com
  sites.google.com plus.google.com google.com goo.gl linkedin.com yelp.com meetup.com etsy.com
  localharvest.org nfmd.org eatwild.com foursquare.com tinyurl.com bit.ly linktr.ee`)

function spelled(word: string, variants: string): Record<string, string> {
  return Object.fromEntries(list(variants).map((variant) => [variant, word]))
}
