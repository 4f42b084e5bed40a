import type { Tier } from '../../data/schema/meta.ts'
import type { Selected } from '../query/select.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { farmPieces } from './farm_json.ts'

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

const dataStart = Buffer.from('{"data":[')
const comma = Buffer.from(',')

/** The body of a list: ready-made farms, `meta` and `links` joined into one JSON document. */
export function listBody(
  snapshot: Snapshot,
  { rows, distances_mi }: Selected,
  tier: Tier,
  meta: Meta,
  links: Links,
): Buffer {
  const pieces: Buffer[] = [dataStart]
  for (const [index, row] of rows.entries()) {
    if (index > 0) pieces.push(comma)
    const extra = distances_mi
      ? Buffer.from(`"distance_mi":${rounded(distances_mi[index]!)}`)
      : undefined
    pieces.push(...farmPieces(snapshot, row, tier, 'list', extra))
  }
  pieces.push(Buffer.from(`],"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}}`))
  return Buffer.concat(pieces)
}

/** Miles to two decimals, rounded after the radius test. */
const rounded = (distance_mi: number) => Math.round(distance_mi * 100) / 100
