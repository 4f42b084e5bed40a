import { roundedMiles } from '../../../data/geography/distance.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Selected } from '../../query/select.ts'
import type { Links } from '../../http/addresses/links.ts'
import type { ListBody, ListMeta } from './envelope.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { MatchingProducts } from '../../query/matching_products.ts'
import { farmRecord, farmWriter } from '../../query/farm_json.ts'
import { pick } from './fields.ts'
import type { Format } from './formats.ts'
import { rowsBody } from './row_formats.ts'
import { JsonBody } from '../../http/json_body.ts'

/** A page of farms to be written. */
export type FarmList = {
  snapshot: Snapshot
  selected: Selected
  tier: Tier
  /** The fields wanted; undefined = all that the tier has. */
  fields: string[] | undefined
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
  const flat = (farm: Record<string, unknown>) => (fields ? pick(farm, fields) : farm)
  const rows = farms(list)
  if (format === 'json') return { data: rows.map(flat) as ListBody['data'], meta, links }
  const farmOf = ({ id, lat, lng }: Record<string, unknown>) => ({ id, lat, lng })
  const page = { rows, shown: flat, flat, columns: fields ?? columns(list), farmOf, meta, links }
  return rowsBody(page, format)
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
const farms = ({ snapshot, selected: { rows, distances_mi }, tier, matching }: FarmList) =>
  rows.map((row, index): Record<string, unknown> => ({
    ...farmRecord(snapshot, row, tier, 'list'),
    ...(distances_mi && { distance_mi: roundedMiles(distances_mi[index]!) }),
    ...(matching && { matching_products: matching(row) }),
  }))
