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
 * Returns true if one listing was entered twice: at one address under like names, or close to each other
 * under the same name.
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
  if (sayOtherwise(one, other)) return false
  const km = distanceKm(one, other)
  const areFarms = one.family === 'farm' && other.family === 'farm'
  if (areFarms && isNamesakeNowhere(one, other)) return km <= 5
  if (!one.placed || !other.placed) return false
  const areOneDay = haveSameDays(one, other)
  const areInTwoHouses = one.house !== null && other.house !== null && one.house !== other.house
  if (one.name_key !== other.name_key) {
    if (areInTwoHouses || !areOneDay || !isNested(one, other)) return false
    const haveSameHolder = haveSameSite(one, other) || haveSameOwn(one, other)
    if (km <= 0.1 && haveSameHolder) return true
    const areOneHolders =
      haveSameOwn(one, other) || isSaidBySite(one, other) || isSaidBySite(other, one)
    return km <= 0.4 && areOneHolders && areOnSameStreets(one, other)
  }
  if (!areInTwoHouses)
    return km <= (areEqual(one.days, other.days) || meet(one.days, other.days) ? 0.3 : 0.15)
  if (areFarms) return km <= 0.6 && haveSameOwn(one, other)
  // Two markets on one day are the summer and the winter market, unless both name the same season.
  return areOneDay ? km <= 0.6 && one.seasons.length > 0 : km <= 0.15
}

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
