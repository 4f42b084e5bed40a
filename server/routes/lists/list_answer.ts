import { roundedMiles } from '../../../data/geography/distance.ts'
import { csv } from '../../../data/csv.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Selected } from '../../query/select.ts'
import type { Links } from '../../http/addresses/links.ts'
import type { ListBody, ListMeta } from './envelope.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { MatchingProducts } from '../../query/matching_products.ts'
import { farmRecord, farmWriter } from '../../query/farm_json.ts'
import { pick } from './fields.ts'
import type { Format } from './formats.ts'
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
  if (format !== 'json') return Buffer.from(writers[format](list))
  const { fields, meta, links } = list
  return fields ? { data: records(list) as ListBody['data'], meta, links } : joined(list)
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

const writers: Record<Exclude<Format, 'json'>, (list: FarmList) => string> = {
  geojson: (list) =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: farms(list).map((farm) => feature(farm, list.fields)),
      meta: list.meta,
      links: list.links,
    }),
  csv: (list) => csv(records(list), list.fields ?? columns(list)),
  ndjson: (list) =>
    records(list)
      .map((farm) => `${JSON.stringify(farm)}\n`)
      .join(''),
}

/** What only some lists have is no column of others. */
const columns = ({ allFields, selected: { distances_mi }, matching }: FarmList) =>
  allFields.filter(
    (name) =>
      (distances_mi || name !== 'distance_mi') && (matching || name !== 'matching_products'),
  )

const records = (list: FarmList) => farms(list).map((farm) => wanted(farm, list.fields))

const farms = ({ snapshot, selected: { rows, distances_mi }, tier, matching }: FarmList) =>
  rows.map((row, index) => ({
    ...farmRecord(snapshot, row, tier, 'list'),
    ...(distances_mi && { distance_mi: roundedMiles(distances_mi[index]!) }),
    ...(matching && { matching_products: matching(row) }),
  }))

type Farm = Record<string, unknown>

const wanted = (farm: Farm, fields: string[] | undefined) => (fields ? pick(farm, fields) : farm)

/** A farm by RFC 7946: its place is a point, longitude first, or null where there is none. */
const feature = (farm: Farm, fields: string[] | undefined) => ({
  type: 'Feature',
  id: farm['id'],
  geometry: farm['lat'] == null ? null : { type: 'Point', coordinates: [farm['lng'], farm['lat']] },
  properties: wanted(farm, fields),
})
