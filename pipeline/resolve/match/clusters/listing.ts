import { haversineKm, type Point } from '../../../../data/geography/distance.ts'

/** The columns of listings.sql that vetoes and twins read. */
export type Listing = {
  id: number
  source: string
  /** Numbers of the build's inputs that list it. */
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
  seasons: string[]
  numbers: string[]
  core: string[]
  own_core: string[]
  name_key: string
  site: string | null
  family: 'farm' | 'market' | 'hub'
}

export const meet = <T>(some: T[], others: T[]) => some.some((each) => others.includes(each))

/** True if both are known and share nothing. */
export const areOther = <T>(some: T[], others: T[]) =>
  some.length > 0 && others.length > 0 && !meet(some, others)

export const areEqual = <T>(some: T[], others: T[]) =>
  some.length === others.length && some.every((each, i) => each === others[i])

const isWithin = <T>(some: T[], others: T[]) => some.every((each) => others.includes(each))

/** True if one name contains all words of the other. */
export const isNested = (one: Listing, other: Listing) =>
  meet(one.core, other.core) && (isWithin(one.core, other.core) || isWithin(other.core, one.core))

export const haveSameOwn = (one: Listing, other: Listing) =>
  one.own_core.length > 0 && areEqual(one.own_core, other.own_core)

export const haveSameSite = (one: Listing, other: Listing) =>
  one.site !== null && one.site === other.site

/** NaN if either place is unknown. */
export const distanceKm = (from: Listing, to: Listing) =>
  [from.lat, from.lng, to.lat, to.lng].includes(null)
    ? NaN
    : haversineKm(from as Point, to as Point)

export const isSameTown = (one: Listing, other: Listing) =>
  (one.zip !== null && one.zip === other.zip) || (one.town !== '' && one.town === other.town)

/** The same house and street, or the same corner of two streets. */
export const isSameAddress = (one: Listing, other: Listing) =>
  one.house === null ? isSameCorner(one, other) : isSameHouse(one, other)

export const isSamePlace = (one: Listing, other: Listing) =>
  isSameHouse(one, other) || (one.placed && other.placed && distanceKm(one, other) <= 0.3)

export const isSameHouse = (one: Listing, other: Listing) =>
  one.house !== null &&
  one.house === other.house &&
  (meet(one.street, other.street) || (one.street.length === 0 && other.street.length === 0)) &&
  (isSameTown(one, other) || distanceKm(one, other) <= 15 || isNamesake(one, other))

/** The same name on one street of the state; no distance is known. */
const isNamesake = (one: Listing, other: Listing) =>
  Number.isNaN(distanceKm(one, other)) &&
  one.name_key === other.name_key &&
  haveSameOwn(one, other) &&
  one.street.length > 0 &&
  areEqual(one.street, other.street) &&
  one.state === other.state

const isSameCorner = (one: Listing, other: Listing) =>
  other.house === null &&
  one.street.length > 1 &&
  areEqual(one.street, other.street) &&
  isSameTown(one, other)
