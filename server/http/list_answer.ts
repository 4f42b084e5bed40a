import type { Tier } from '../../data/schema/meta.ts'
import type { Selected } from '../query/select.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { openFarm } from './farm_json.ts'
import { JsonBody } from './json_body.ts'

export type Meta = {
  count: number
  total: number
  page: number
  per_page: number
  has_more: boolean
  snapshot: string
  coverage?: Selected['coverage']
  /** Parameters that were given but do not apply. */
  ignored?: string[]
}
export type Links = { self: string; next?: string }

/** The body of a list: ready-made farms, `meta` and `links` joined into one JSON document. */
export function listBody(
  snapshot: Snapshot,
  { rows, distances_mi }: Selected,
  tier: Tier,
  meta: Meta,
  links: Links,
): Buffer {
  const body = new JsonBody().text('{"data":[')
  for (const [index, row] of rows.entries()) {
    if (index > 0) body.text(',')
    openFarm(body, snapshot, row, tier, 'list')
    body.text(distances_mi ? `,"distance_mi":${rounded(distances_mi[index]!)}}` : '}')
  }
  return body.text(`],"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}}`).toBuffer()
}

/** Miles to two decimals, rounded after the radius test. */
const rounded = (distance_mi: number) => Math.round(distance_mi * 100) / 100
