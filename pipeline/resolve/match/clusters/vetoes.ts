import { haversineKm, type Point } from '../../../../data/geography/distance.ts'

/** What vetoes ask of a listing: the columns of listings.sql. */
export type Listing = {
  id: number
  source: string
  /** Numbers of the build's inputs that it is in. */
  edition: number[]
  farm_id: string | null
  first_seen: string | null
  last_seen: string | null
  state: string | null
  zip: string | null
  town: string
  lat: number | null
  lng: number | null
  placed: boolean
  house: string | null
  street: string[]
  days: string[]
  name_days: string[]
  winter: boolean
  numbers: string[]
  core: string[]
  own_core: string[]
  name_key: string
  family: 'farm' | 'market' | 'hub'
}

/** Grounds on which two listings are never one farm, whatever speaks for it. Each is symmetric. */
export const vetoes: Record<string, (one: Listing, other: Listing) => boolean> = {
  /** They are in the same edition of one source, unless name, days and place are the same. */
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
    !(one.own_core.length > 0 && areEqual(one.own_core, other.own_core)) &&
    !meet(one.name_days, other.name_days) &&
    areOther(one.days, other.days),
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

const meet = <T>(some: T[], others: T[]) => some.some((each) => others.includes(each))
const areOther = <T>(some: T[], others: T[]) =>
  some.length > 0 && others.length > 0 && !meet(some, others)
const areEqual = <T>(some: T[], others: T[]) =>
  some.length === others.length && some.every((each, i) => each === others[i])

/** Practically identical: a listing entered twice. */
function areTwins(one: Listing, other: Listing): boolean {
  if (areOther(one.days, other.days)) return false
  if (isSameHouse(one, other))
    return (
      one.name_key === other.name_key ||
      (one.own_core.length > 0 && areEqual(one.own_core, other.own_core))
    )
  const otherHouse = one.house !== null && other.house !== null
  const sameDays = areEqual(one.days, other.days) || meet(one.days, other.days)
  return one.name_key === other.name_key && sameDays && !otherHouse && isSamePlace(one, other)
}

/** NaN where either place is unknown. */
const distanceKm = (from: Listing, to: Listing) =>
  [from.lat, from.lng, to.lat, to.lng].includes(null)
    ? NaN
    : haversineKm(from as Point, to as Point)

const isSameTown = (one: Listing, other: Listing) =>
  (one.zip !== null && one.zip === other.zip) || (one.town !== '' && one.town === other.town)

const isSameHouse = (one: Listing, other: Listing) =>
  one.house !== null &&
  one.house === other.house &&
  (meet(one.street, other.street) || (one.street.length === 0 && other.street.length === 0)) &&
  (isSameTown(one, other) || distanceKm(one, other) <= 15)

const isSamePlace = (one: Listing, other: Listing) =>
  isSameHouse(one, other) || (one.placed && other.placed && distanceKm(one, other) <= 0.3)

/** Whether listings of two kinds are one: a hub and a market under the same name only. */
function areOneOfTwoKinds(one: Listing, other: Listing): boolean {
  const sameName =
    one.name_key === other.name_key && (one.own_core.length > 0 || other.own_core.length > 0)
  if (sameName && isSameTown(one, other)) return true
  const families = [one.family, other.family]
  if (families.includes('hub') && families.includes('market')) return false
  const within = isWithin(one.core, other.core) || isWithin(other.core, one.core)
  const sameOwn = one.own_core.length > 0 && areEqual(one.own_core, other.own_core)
  if (sameOwn && isSameTown(one, other) && !(one.placed && other.placed)) return true
  return (
    isSamePlace(one, other) &&
    within &&
    (meet(one.own_core, other.own_core) || areEqual(one.core, other.core))
  )
}

const isWithin = <T>(some: T[], others: T[]) => some.every((each) => others.includes(each))

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

/** Schedules of one edition have Sunday for Saturday and the reverse; names don't. */
const orItsNeighbor = (day: string) => (day === 'sat' || day === 'sun' ? ['sat', 'sun'] : [day])
