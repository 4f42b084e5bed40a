/**
 * Points for and against two listings being one farm. A pair with `threshold` points or more is a match,
 * unless a veto (vetoes.ts) keeps it apart. At most one name and one place entry applies; the others add up.
 * scores.sql defines when each applies.
 */
export const evidence: Record<string, number> = {
  name_rare: 6, // the same name, with two words of its own or more
  name_same: 5, // the same name, with one word of its own
  name_core: 4.5, // the same words of its own, among other generic ones
  name_town: 5, // the same name, which is only the town's
  name_town_core: 4.5, // only the town, among other generic words
  name_like: 4, // names spelled almost alike
  name_most: 4, // all the words of one name in the other, two of them its own
  name_part: 3, // all the words of one name in the other, one of them its own
  name_few: 2, // one word in common, all of one name, of three or more
  name_half: 2.5, // half of the words of both names
  name_town_part: 2.5, // one name is only the town or empty, the other names no other town
  name_generic_same: 3, // the same name of only generic words
  name_generic: 1.5, // only generic words in both names
  name_little: 0, // a word in common
  name_other: -1, // no word in common

  address_same: 4, // the same house and street, or corner of streets
  spot_same: 3.5, // within 150 m
  near: 3, // within 600 m
  around: 2, // within 5 km
  town_same: 1.5, // the same town or ZIP code, within 15 km or distance unknown
  town_same_far: 0.5, // the same town or ZIP code, but coordinates far apart
  region_same: 0.5, // within 15 km
  place_unknown: 0, // no distance known
  far: -3, // 15 to 80 km apart
  very_far: -6, // over 80 km apart

  said_elsewhere: 1, // the words that only one name has are in the other's address or web site
  town_elsewhere: -1, // names of only the town, with different addresses and sites, 600 m to 5 km apart
  address_other: -0.5, // different house numbers or streets
  site_same: 2.5, // the same web site, shared by few listings
  site_shared: 0.5, // the same web site, shared by many listings
  site_other: -0.5, // different web sites, or different pages on a shared site
  phone_same: 3, // the same phone number, shared by few listings
  phone_shared: 0.5, // the same phone number, shared by many listings
  email_same: 4, // the same e-mail address
  days_same: 0.5, // open on the same days
  days_slip: -0.5, // open on Saturday in one and on Sunday in the other
  days_other: -2.5, // open on no day in common
  family_other: -0.5, // a farm and a market, or a food hub and something else
  winter_other: -1, // only one of them is a winter or indoor market
  door_same: 3, // two markets at the same address on the same days
  house_and_site: 1, // two farms at the same address with the same web site
  house_and_word: 1.5, // a word in common at the same address
  farms_alike: 0.5, // two farms, all the words of one name in the other
  successor: 1, // one source, and never listed together
  reissued: 1.5, // one source, never listed together, the same name and town
  took_over: 2, // one source, never listed together, the same address or spot, and the same days or site
  known_same: 3, // one farm in the registry
  chain_elsewhere: -4, // a name listed at several places at once, not near
}

/** Points from which a pair is a match. */
export const threshold = 6

/** A blocking key that more listings share is skipped. */
export const blockCap = 50

/** A web site or phone number under more names belongs to an organization, not to a farm. */
export const sharedSite = 4
export const sharedPhone = 3
