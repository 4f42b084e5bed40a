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
import { areTwins } from './twins.ts'

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
