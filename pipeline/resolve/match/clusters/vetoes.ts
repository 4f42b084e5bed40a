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

/** Grounds on which two listings are never one farm, whatever speaks for it. Each is symmetric. */
export const vetoes: Record<string, (one: Listing, other: Listing) => boolean> = {
  /** They are in the same edition of one source, unless one listing was entered twice. */
  together: (one, other) =>
    one.source === other.source && meet(one.edition, other.edition) && !areTwins(one, other),
  /** One source listed both at a time, as two farms. */
  'together before': (one, other) =>
    one.source === other.source &&
    (one.farm_id === null || one.farm_id !== other.farm_id) &&
    livedTogether(one, other) &&
    !areTwins(one, other),
  /** The name of one says a day on which the other is not held. */
  'days in names': (one, other) => saysOtherDay(one, other) || saysOtherDay(other, one),
  /** Held on other days under another name. */
  'other days': (one, other) =>
    one.name_key !== other.name_key &&
    !areEqual(one.core, other.core) &&
    !haveSameOwn(one, other) &&
    !meet(one.name_days, other.name_days) &&
    areOther(one.days, other.days) &&
    !isSlip(one, other),
  /** Only one of them is a winter or indoor market, and it is in another house. */
  winter: (one, other) =>
    one.winter !== other.winter &&
    one.family === 'market' &&
    other.family === 'market' &&
    !isSameHouse(one, other),
  /** Their names are numbered otherwise. */
  numbers: (one, other) => areOther(one.numbers, other.numbers),
  /** A farm, a market and a food hub are one only at the same place under the same name. */
  kinds: (one, other) => one.family !== other.family && !areOneOfTwoKinds(one, other),
  /** They are in different states, and not within 30 km of each other. */
  states: (one, other) =>
    one.state !== null &&
    other.state !== null &&
    one.state !== other.state &&
    !(distanceKm(one, other) <= 30),
}

/** The name of the first veto that keeps two listings apart; undefined where none does. */
export const vetoOf = (one: Listing, other: Listing): string | undefined =>
  Object.keys(vetoes).find((name) => vetoes[name]!(one, other))

/** Whether listings of two kinds are one: a hub and a market under the same name or site only. */
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

/** Lifetimes in snapshots, from the first that held the listing to the last. */
const livedTogether = (one: Listing, other: Listing) =>
  one.first_seen !== null &&
  other.first_seen !== null &&
  one.first_seen <= (other.last_seen ?? other.first_seen) &&
  other.first_seen <= (one.last_seen ?? one.first_seen)

function saysOtherDay(one: Listing, other: Listing): boolean {
  if (other.name_days.length > 0) return areOther(one.name_days, other.name_days)
  return areOther(one.name_days.flatMap(orItsNeighbor), other.days)
}

/** At one address under like names, the one on Saturday and the other on Sunday. */
const isSlip = (one: Listing, other: Listing) =>
  one.days.length === 1 &&
  other.days.length === 1 &&
  orItsNeighbor(one.days[0]!).includes(other.days[0]!) &&
  isSameAddress(one, other) &&
  isNested(one, other)

/** Schedules of one edition have Sunday for Saturday and the reverse; names don't. */
const orItsNeighbor = (day: string) => (day === 'sat' || day === 'sun' ? ['sat', 'sun'] : [day])
