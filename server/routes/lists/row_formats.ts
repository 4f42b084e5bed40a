import { csv } from '../../../data/csv.ts'
import type { Links } from '../../http/addresses/links.ts'
import type { DataAnswer, DataRequest } from '../data_route.ts'
import { pageOf, type Counts, type Linking, type ListMeta, type ListBody } from './envelope.ts'
import { pick } from './fields.ts'
import type { Format } from './formats.ts'
import { roundedMiles } from '../../../data/geography/distance.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Selected } from '../../query/select.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { MatchingProducts } from '../../query/farm_record.ts'
import { farmRecord, farmWriter } from '../../query/farm_json.ts'
import { JsonBody } from '../../http/json_body.ts'

type Row = Record<string, unknown>

/** A page of a list whose entries are about farms. */
export type RowList = {
  rows: Row[]
  /** The fields of a row that are wanted; undefined = all. */
  fields?: string[] | undefined
  /** The columns of a table with all fields. */
  columns: string[]
  /** A row as one line of a table; default: as in JSON. */
  flat?: (row: Row) => Row
  /** The farm that a row is about, and where it is; null = unknown. */
  farmOf: (row: Row) => { id: unknown; lat: unknown; lng: unknown }
}

/** Answers with a page of such a list in the requested format. */
export function rowsAnswer(
  request: DataRequest<{ page: number; per_page: number }>,
  counts: Counts,
  list: RowList,
  linking?: Linking,
): DataAnswer {
  const { meta, links } = pageOf(request, counts, linking)
  const body = rowsBody(list, { meta, links }, request.format)
  return { body, next: links.next, count: meta.count }
}

/** Writes a page of such a list in a format. */
function rowsBody(
  { rows, fields, columns, flat, farmOf }: RowList,
  of: { meta: ListMeta; links: Links },
  format: Format,
): Buffer {
  const shown = fields ? rows.map((row) => pick(row, fields)) : rows
  const lines = flat ? rows.map(flat) : shown
  const writers: Record<Format, () => string> = {
    json: () => JSON.stringify({ data: shown, ...of }),
    geojson: () => {
      const features = rows.map((row, at) => feature(farmOf(row), lines[at]!))
      return JSON.stringify({ type: 'FeatureCollection', features, ...of })
    },
    csv: () => csv(lines, fields ?? columns),
    ndjson: () => shown.map((row) => `${JSON.stringify(row)}\n`).join(''),
  }
  return Buffer.from(writers[format]())
}

const feature = ({ id, lat, lng }: ReturnType<RowList['farmOf']>, properties: Row) => ({
  type: 'Feature',
  id,
  geometry: lat == null ? null : { type: 'Point', coordinates: [lng, lat] },
  properties,
})

/** A page of farms to be written. */
export type FarmList = Pick<RowList, 'fields'> & {
  snapshot: Snapshot
  selected: Selected
  tier: Tier
  /** Names of all fields that the tier has. */
  allFields: string[]
  /** The products of a row that the request is about; undefined = it is about none. */
  matching: ((row: number) => MatchingProducts) | undefined
  meta: ListMeta
  links: Links
}

/** A page of farms in a format; in JSON with `fields` the value itself. */
export function listBody(list: FarmList, format: Format): Buffer | ListBody {
  const { fields, meta, links } = list
  if (format === 'json' && !fields) return joined(list)
  const rows = farms(list)
  if (format === 'json')
    return { data: rows.map((farm) => pick(farm, fields!)) as ListBody['data'], meta, links }
  const farmOf = ({ id, lat, lng }: Record<string, unknown>) => ({ id, lat, lng })
  return rowsBody({ rows, fields, columns: columns(list), farmOf }, { meta, links }, format)
}

/** Ready-made farms, `meta` and `links` joined into one JSON document. */
function joined({ snapshot, selected, tier, matching, meta, links }: FarmList): Buffer {
  const { rows, distances_mi } = selected
  const body = new JsonBody().text('{"data":[')
  const open = farmWriter(snapshot, rows, tier, 'list')
  for (const [index, row] of rows.entries()) {
    open(body, row)
    if (distances_mi) body.all(distanceField).hundredths(Math.round(distances_mi[index]! * 100))
    if (matching) body.text(`,"matching_products":${JSON.stringify(matching(row))}`)
    body.all(index < rows.length - 1 ? between : end)
  }
  return body.text(`],"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}}`).toBuffer()
}

const distanceField = Buffer.from(',"distance_mi":')
const between = Buffer.from('},')
const end = Buffer.from('}')

/** What only some lists have is no column of others. */
const columns = ({ allFields, selected: { distances_mi }, matching }: FarmList) =>
  allFields.filter(
    (name) =>
      (distances_mi || name !== 'distance_mi') && (matching || name !== 'matching_products'),
  )

/** The farms with all fields of the tier. */
const farms = ({ snapshot, selected: { rows, distances_mi }, fields, tier, matching }: FarmList) =>
  rows.map((row, index): Record<string, unknown> => ({
    ...farmRecord(snapshot, row, tier, 'list'),
    ...(distances_mi
      ? { distance_mi: roundedMiles(distances_mi[index]!) }
      : fields?.includes('distance_mi') && { distance_mi: null }),
    ...(matching && { matching_products: matching(row) }),
  }))
