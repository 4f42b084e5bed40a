import { readPlaces, readZipCodes } from '../../../data/geography/gazetteer/gazetteer.ts'
import { placeKinds } from '../../../data/geography/gazetteer/place.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'

let made: Pick<Columns, 'places' | 'zips'> | undefined

/** The gazetteer: its places, and the ZIP codes, each with the row of its place. */
export const gazetteerColumns = () => (made ??= makeGazetteerColumns())

function makeGazetteerColumns() {
  const { columns, rows } = placeColumns()
  return { places: columns, zips: zipColumns(rows) }
}

function placeColumns(): { columns: Columns['places']; rows: Map<string, number> } {
  const places = readPlaces()
    .map((place) => ({ ...place, key: placeKey(place.name.slice(0, place.name.indexOf(','))) }))
    .sort((a, b) => (a.key === b.key ? b.size - a.size : a.key < b.key ? -1 : 1))
  const groups = [...Map.groupBy(places, ({ key }) => key)]
  const names = places.map(({ name }) => Buffer.from(name))
  return {
    rows: new Map(places.map(({ name }, row) => [name, row])),
    columns: {
      keys: groups.map(([key]) => key),
      first: endsOf(groups.map(([, group]) => group.length)),
      names: Buffer.concat(names),
      nameStarts: endsOf(names.map(({ length }) => length)),
      kind: Uint8Array.from(places, ({ kind }) => placeKinds.indexOf(kind)),
      size: Uint32Array.from(places, ({ size }) => size),
      lat: Float64Array.from(places, ({ lat }) => lat),
      lng: Float64Array.from(places, ({ lng }) => lng),
    },
  }
}

function zipColumns(rows: ReadonlyMap<string, number>): Columns['zips'] {
  const zips = readZipCodes()
  return {
    number: Uint32Array.from(zips, ({ zip }) => Number(zip)),
    place: Uint32Array.from(zips, ({ town }) => (town === null ? rows.size : rows.get(town)!)),
    lat: Float64Array.from(zips, ({ lat }) => lat),
    lng: Float64Array.from(zips, ({ lng }) => lng),
  }
}

/** Where each of some lists ends that follow each other, after where the first begins. */
function endsOf(lengths: number[]): Uint32Array {
  let end = 0
  return Uint32Array.from([0, ...lengths.map((length) => (end += length))])
}
