import { csv } from '../../../data/csv.ts'
import type { Links } from '../../http/addresses/links.ts'
import type { ListMeta } from './envelope.ts'
import type { Format } from './formats.ts'

type Row = Record<string, unknown>

/** A page of a list whose entries are about farms. */
export type RowList = {
  rows: Row[]
  /** As much of a row as JSON shows; default: all. */
  shown?: (row: Row) => Row
  /** A row as one line of a table. */
  flat: (row: Row) => Row
  /** The columns of such a line. */
  columns: string[]
  /** The farm that a row is about, and where it is; null = unknown. */
  farmOf: (row: Row) => { id: unknown; lat: unknown; lng: unknown }
  meta: ListMeta
  links: Links
}

/** Writes a page of such a list in a format. */
export const rowsBody = (list: RowList, format: Format): Buffer =>
  Buffer.from(writers[format](list))

const writers: Record<Format, (list: RowList) => string> = {
  json: ({ meta, links, ...list }) => JSON.stringify({ data: shownRows(list), meta, links }),
  geojson: ({ rows, flat, farmOf, meta, links }) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: rows.map((row) => feature(farmOf(row), flat(row))),
      meta,
      links,
    }),
  csv: ({ rows, flat, columns }) => csv(rows.map(flat), columns),
  ndjson: (list) =>
    shownRows(list)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
}

const shownRows = ({ rows, shown }: Pick<RowList, 'rows' | 'shown'>) =>
  shown ? rows.map(shown) : rows

const feature = ({ id, lat, lng }: ReturnType<RowList['farmOf']>, properties: Row) => ({
  type: 'Feature',
  id,
  geometry: lat == null ? null : { type: 'Point', coordinates: [lng, lat] },
  properties,
})
