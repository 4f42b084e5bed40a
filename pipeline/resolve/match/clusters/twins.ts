import {
  areEqual,
  areOther,
  distanceKm,
  haveSameOwn,
  haveSameSite,
  isNested,
  isSameAddress,
  meet,
  type Listing,
} from './listing.ts'

/**
 * Whether two listings are one that was entered twice: at one address under like names, or close to
 * each other under the same name.
 */
export function areTwins(one: Listing, other: Listing): boolean {
  if (areOther(one.days, other.days) || areOther(one.numbers, other.numbers)) return false
  return isSameAddress(one, other) ? areAlikeThere(one, other) : areAlikeNearby(one, other)
}

function areAlikeThere(one: Listing, other: Listing): boolean {
  if (one.name_key === other.name_key || haveSameOwn(one, other)) return true
  if (sayOtherwise(one, other)) return false
  return isNested(one, other) || (haveSameDays(one, other) && haveLikeNames(one, other))
}

function areAlikeNearby(one: Listing, other: Listing): boolean {
  if (!one.placed || !other.placed || sayOtherwise(one, other)) return false
  const km = distanceKm(one, other)
  const areOneDay = haveSameDays(one, other)
  const areInTwoHouses = one.house !== null && other.house !== null && one.house !== other.house
  if (one.name_key !== other.name_key) {
    const haveSameHolder = haveSameSite(one, other) || haveSameOwn(one, other)
    return !areInTwoHouses && km <= 0.1 && areOneDay && isNested(one, other) && haveSameHolder
  }
  if (!areInTwoHouses)
    return km <= (areEqual(one.days, other.days) || meet(one.days, other.days) ? 0.3 : 0.15)
  // Two farms of one name are one; two markets on one day are the summer's and the winter's.
  const areFarms = one.family === 'farm' && other.family === 'farm'
  return areFarms ? km <= 0.6 && haveSameOwn(one, other) : km <= 0.15 && !areOneDay
}

const haveSameDays = (one: Listing, other: Listing) =>
  one.days.length > 0 && areEqual(one.days, other.days)

const haveLikeNames = (one: Listing, other: Listing) =>
  meet(one.core, other.core) || (one.core.length === 0 && other.core.length === 0)

/** One name tells a day, a season or a number that the other listing does not bear out. */
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
