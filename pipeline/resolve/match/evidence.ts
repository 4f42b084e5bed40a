/**
 * What speaks for and against two listings being one farm, in points. A pair whose points add up to
 * `threshold` or more is a match, unless a veto (vetoes.ts) keeps it apart. Of the names one holds,
 * of the places one; the others add up. scores.sql says when each holds.
 */
export const evidence = {
  name_rare: { points: 6, when: 'the same name, with two words of its own or more' },
  name_same: { points: 5, when: 'the same name, with one word of its own' },
  name_core: { points: 4.5, when: 'the same words of its own, among other generic ones' },
  name_town: { points: 5, when: 'the same name, which says only the town' },
  name_town_core: { points: 4.5, when: 'only the town, among other generic words' },
  name_like: { points: 4, when: 'names spelled almost alike' },
  name_most: { points: 4, when: 'all the words of one name in the other, two of them its own' },
  name_part: { points: 3, when: 'all the words of one name in the other, one of them its own' },
  name_few: { points: 2, when: 'one word in common, all of one name, of three or more' },
  name_half: { points: 2.5, when: 'half of the words of both names' },
  name_town_part: {
    points: 2.5,
    when: 'one name says only the town or nothing, the other no other town',
  },
  name_generic_same: { points: 3, when: 'the same name of only generic words' },
  name_generic: { points: 1.5, when: 'only generic words in both names' },
  name_little: { points: 0, when: 'a word in common' },
  name_other: { points: -1, when: 'no word in common' },

  address_same: { points: 4, when: 'the same house and street, or corner of streets' },
  spot_same: { points: 3.5, when: 'within 150 m' },
  near: { points: 3, when: 'within 600 m' },
  around: { points: 2, when: 'within 5 km' },
  town_same: { points: 1.5, when: 'the same town or ZIP code, within 15 km or distance unknown' },
  town_same_far: { points: 0.5, when: 'the same town or ZIP code, but coordinates far apart' },
  region_same: { points: 0.5, when: 'within 15 km' },
  place_unknown: { points: 0, when: 'no distance known' },
  far: { points: -3, when: '15 to 80 km apart' },
  very_far: { points: -6, when: 'over 80 km apart' },

  address_other: { points: -0.5, when: 'other house numbers, or streets' },
  site_same: { points: 2.5, when: 'the same web site, that few listings have' },
  site_shared: { points: 0.5, when: 'the same web site, that many listings have' },
  site_other: { points: -0.5, when: 'web sites that differ' },
  phone_same: { points: 3, when: 'the same phone number, that few listings have' },
  phone_shared: { points: 0.5, when: 'the same phone number, that many listings have' },
  email_same: { points: 4, when: 'the same e-mail address' },
  days_same: { points: 0.5, when: 'open on the same days' },
  days_slip: { points: -0.5, when: 'open on Saturday in one and on Sunday in the other' },
  days_other: { points: -2.5, when: 'open on no day in common' },
  family_other: { points: -0.5, when: 'a farm and a market, or a food hub and something else' },
  winter_other: { points: -1, when: 'only one of them is a winter or indoor market' },
  door_same: { points: 3, when: 'two markets at the same address on the same days' },
  house_and_site: { points: 1, when: 'two farms at the same address with the same web site' },
  successor: { points: 1, when: 'one source, and never listed together' },
  reissued: { points: 1.5, when: 'one source, never listed together, the same name and town' },
  took_over: {
    points: 2,
    when: 'one source, never listed together, the same address or spot, and the same days or site',
  },
  known_same: { points: 3, when: 'one farm in the registry' },
  chain_elsewhere: { points: -4, when: 'a name listed at several places at once, not near' },
} as const

/** Points from which a pair is a match. */
export const threshold = 6

/** A blocking key that more listings than this share is passed over. */
export const blockCap = 50

/** A web site or phone number under more names than this is that of an organization, not of a farm. */
export const sharedSite = 4
export const sharedPhone = 3
