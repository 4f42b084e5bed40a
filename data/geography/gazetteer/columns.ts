import { readPlaces, readZipCodes, placeKinds, type InCounty, type ZipCode } from './gazetteer.ts'
import type { Point } from '../distance.ts'
import { placeKey } from '../place_key.ts'

/** The gazetteer as columns, which take less memory than objects. */
export type GazetteerColumns = ReturnType<typeof makeGazetteerColumns>

export function makeGazetteerColumns() {
  const zips = readZipCodes()
  const { columns, rows } = placeColumns()
  return { places: columns, zips: zipColumns(zips, rows) }
}

/**
 * Places by the key of their name without county and state (`placeKey`), in the order of UTF-16 units; those of one
 * key largest first, and then counties.
 */
function placeColumns() {
  const places = readPlaces()
    .map((place) => ({ ...place, key: placeKey(place.name.slice(0, place.name.indexOf(','))) }))
    .sort((a, b) => (a.key === b.key ? b.size - a.size || b.rank - a.rank : a.key < b.key ? -1 : 1))
  const groups = [...Map.groupBy(places, ({ key }) => key)]
  return {
    rows: new Map(places.map(({ name }, row) => [name, row])),
    columns: {
      /** Each once. */
      keys: groups.map(([key]) => key),
      first: endsOf(groups.map(([, group]) => group.length)),
      /** UTF-8: `Danville, VT`; the last two letters are the state's. */
      names: new TextEncoder().encode(places.map(({ name }) => name).join('')),
      nameStarts: endsOf(places.map(({ name }) => Buffer.byteLength(name))),
      /** The place in `placeKinds`. */
      kind: Uint8Array.from(places, ({ kind }) => placeKinds.indexOf(kind)),
      /** Inhabitants, or an estimate; 0 for counties. */
      size: Uint32Array.from(places, ({ size }) => size),
      fips: fipsOf(places),
      ...pointsOf(places),
    },
  }
}

/** All ZIP codes, ascending. */
function zipColumns(zips: readonly ZipCode[], rows: ReadonlyMap<string, number>) {
  return {
    number: Uint32Array.from(zips, ({ zip }) => Number(zip)),
    /** The place whose post office it is named after; the count of places = unknown. */
    place: Uint32Array.from(zips, ({ town }) => (town === null ? rows.size : rows.get(town)!)),
    fips: fipsOf(zips),
    ...pointsOf(zips),
  }
}

/** The county's code; 0 = unknown. */
const fipsOf = (all: readonly InCounty[]) =>
  Uint32Array.from(all, ({ county_fips }) => Number(county_fips))

/** Degrees. */
const pointsOf = (points: readonly Point[]) => ({
  lat: Float64Array.from(points, ({ lat }) => lat),
  lng: Float64Array.from(points, ({ lng }) => lng),
})

/** The start of the first of several adjacent lists, then the end of each. */
function endsOf(lengths: readonly number[]): Uint32Array {
  let end = 0
  return Uint32Array.from([0, ...lengths.map((length) => (end += length))])
}
