import {
  areEqual,
  areOther,
  distanceKm,
  haveSameOwn,
  haveSameSite,
  isNested,
  isSameAddress,
  isSameHouse,
  isSamePlace,
  isSameTown,
  meet,
  type Listing,
} from './listing.ts'

/** Reasons that keep two listings apart, despite any evidence. Each is symmetric. */
export const vetoes: Record<string, (one: Listing, other: Listing) => boolean> = {
  /** Both are in the same edition of one source, unless one listing was entered twice. */
  together: (one, other) =>
    one.source === other.source && meet(one.edition, other.edition) && !areTwins(one, other),
  /** One source listed both at the same time, as two farms. */
  'together before': (one, other) =>
    one.source === other.source &&
    (one.farm_id === null || one.farm_id !== other.farm_id) &&
    livedTogether(one, other) &&
    !areTwins(one, other),
  /** The name of one contains a day on which the other is closed. */
  'days in names': (one, other) => saysOtherDay(one, other) || saysOtherDay(other, one),
  /** Different days and different names. */
  'other days': (one, other) =>
    one.name_key !== other.name_key &&
    !areEqual(one.core, other.core) &&
    !haveSameOwn(one, other) &&
    !meet(one.name_days, other.name_days) &&
    areOther(one.days, other.days) &&
    !isSlip(one, other),
  /** Only one is a winter or indoor market, and they are in different houses. */
  winter: (one, other) =>
    one.winter !== other.winter &&
    one.family === 'market' &&
    other.family === 'market' &&
    !isSameHouse(one, other),
  /** Their names have different numbers. */
  numbers: (one, other) => areOther(one.numbers, other.numbers),
  /** A farm, a market and a food hub are one only at the same place under the same name. */
  kinds: (one, other) => one.family !== other.family && !areOneOfTwoKinds(one, other),
  /** They are in different states, over 30 km apart or at an unknown distance. */
  states: (one, other) =>
    one.state !== null &&
    other.state !== null &&
    one.state !== other.state &&
    !(distanceKm(one, other) <= 30),
}

/** The name of the first veto that keeps two listings apart; undefined if none does. */
export const vetoOf = (one: Listing, other: Listing): string | undefined =>
  Object.keys(vetoes).find((name) => vetoes[name]!(one, other))

/** True if listings of two families are one farm: a hub and a market under the same name or site only. */
function areOneOfTwoKinds(one: Listing, other: Listing): boolean {
  const sameName = one.name_key === other.name_key && meet(one.core, other.core)
  if (sameName && isSameTown(one, other)) return true
  if (isSameHouse(one, other) && haveSameSite(one, other) && isNested(one, other)) return true
  const families = [one.family, other.family]
  if (families.includes('hub') && families.includes('market')) return false
  const shared = one.own_core.filter((word) => other.own_core.includes(word))
  const sameFew = shared.length > 1 && isNested(one, other)
  const isNowhere = !(one.placed && other.placed)
  if ((haveSameOwn(one, other) || sameFew) && isSameTown(one, other) && isNowhere) return true
  return (
    isSamePlace(one, other) &&
    (areEqual(one.core, other.core) || (shared.length > 0 && isNested(one, other)))
  )
}

/** True if their lifetimes in snapshots overlap. */
const livedTogether = (one: Listing, other: Listing) =>
  one.first_seen !== null &&
  other.first_seen !== null &&
  one.first_seen <= (other.last_seen ?? other.first_seen) &&
  other.first_seen <= (one.last_seen ?? one.first_seen)

function saysOtherDay(one: Listing, other: Listing): boolean {
  if (other.name_days.length > 0) return areOther(one.name_days, other.name_days)
  return areOther(one.name_days.flatMap(orItsNeighbor), other.days)
}

/** At one address under like names, one on Saturday and the other on Sunday. */
const isSlip = (one: Listing, other: Listing) =>
  one.days.length === 1 &&
  other.days.length === 1 &&
  orItsNeighbor(one.days[0]!).includes(other.days[0]!) &&
  isSameAddress(one, other) &&
  isNested(one, other)

/** Schedules of one edition swap Saturday and Sunday; names do not. */
const orItsNeighbor = (day: string) => (day === 'sat' || day === 'sun' ? ['sat', 'sun'] : [day])

/**
 * Returns true if one listing was entered twice: at one address under like names, or close to each other
 * under the same name.
 */
function areTwins(one: Listing, other: Listing): boolean {
  if (areOther(one.days, other.days) || areOther(one.numbers, other.numbers)) return false
  return isSameAddress(one, other) ? areAlikeThere(one, other) : areAlikeNearby(one, other)
}

function areAlikeThere(one: Listing, other: Listing): boolean {
  if (one.name_key === other.name_key || haveSameOwn(one, other)) return true
  if (sayOtherwise(one, other)) return false
  return isNested(one, other) || (haveSameDays(one, other) && haveLikeNames(one, other))
}

function areAlikeNearby(one: Listing, other: Listing): boolean {
  if (sayOtherwise(one, other)) return false
  const km = distanceKm(one, other)
  if (areFarms(one, other) && isNamesakeNowhere(one, other)) return km <= 5
  if (!one.placed || !other.placed) return false
  return km <= (one.name_key === other.name_key ? reachOfName : reachOfLikeNames)(one, other)
}

/** The distance in km up to which two listings under one name are one; negative if they never are. */
function reachOfName(one: Listing, other: Listing): number {
  if (!areInTwoHouses(one, other))
    return areEqual(one.days, other.days) || meet(one.days, other.days) ? 0.3 : 0.15
  if (areFarms(one, other)) return haveSameOwn(one, other) ? 0.6 : -1
  // Two markets on one day are the summer and the winter market, unless both name the same season.
  if (haveSameDays(one, other)) return one.seasons.length > 0 ? 0.6 : -1
  return 0.15
}

/** The same under like names. */
function reachOfLikeNames(one: Listing, other: Listing): number {
  if (areInTwoHouses(one, other) || !haveSameDays(one, other) || !isNested(one, other)) return -1
  const haveSame = haveSameOwn(one, other)
  const areOneHolders = haveSame || isSaidBySite(one, other) || isSaidBySite(other, one)
  if (areOneHolders && areOnSameStreets(one, other)) return 0.4
  return haveSame || haveSameSite(one, other) ? 0.1 : -1
}

const areFarms = (one: Listing, other: Listing) => one.family === 'farm' && other.family === 'farm'

const areInTwoHouses = (one: Listing, other: Listing) =>
  one.house !== null && other.house !== null && one.house !== other.house

/** Two words in common: a corner, or a street of several words. */
const areOnSameStreets = (one: Listing, other: Listing) =>
  one.street.filter((word) => other.street.includes(word)).length > 1

/** True if the words that only one name has are in the other's web site. */
function isSaidBySite(one: Listing, other: Listing): boolean {
  const beyond = one.core.filter((word) => !other.core.includes(word))
  return beyond.length > 0 && beyond.every((word) => word.length > 3 && other.site?.includes(word))
}

/** True if both have the same distinctive name, and only one of them has a house or a street. */
const isNamesakeNowhere = (one: Listing, other: Listing) =>
  one.name_key === other.name_key && haveSameOwn(one, other) && isNowhere(one) !== isNowhere(other)

const isNowhere = ({ house, street }: Listing) => house === null && street.length === 0

const haveSameDays = (one: Listing, other: Listing) =>
  one.days.length > 0 && areEqual(one.days, other.days)

const haveLikeNames = (one: Listing, other: Listing) =>
  meet(one.core, other.core) || (one.core.length === 0 && other.core.length === 0)

/** True if one name has a day, season or number that the other listing does not confirm. */
function sayOtherwise(one: Listing, other: Listing): boolean {
  const haveSameNamedDays =
    areEqual(one.name_days, other.name_days) ||
    meet(one.name_days, other.days) ||
    meet(other.name_days, one.days)
  return (
    !haveSameNamedDays ||
    !areEqual(one.seasons, other.seasons) ||
    !areEqual(one.numbers, other.numbers)
  )
}
