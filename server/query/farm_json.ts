import type { Tier } from '../../data/schema/meta.ts'
import type { Card } from '../../data/schema/serving/columns.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { JsonBody } from '../http/json_body.ts'
import { Problem } from '../http/problem.ts'

const parts = {
  list: { free: ['free'], paid: ['free', 'paid'] },
  profile: { free: ['free'], paid: ['free', 'paid', 'profile'] },
  /** What rows of product listings show: half as much to read as the profile. */
  listings: { free: ['free'], paid: ['free', 'profile'] },
} as const satisfies Record<string, Record<Tier, Card[]>>

/**
 * Appends a farm's JSON object, in the fields of the tier, without its closing brace, so that the
 * caller can add fields of its own.
 */
export function openFarm(
  body: JsonBody,
  { cards, changeDates }: Snapshot,
  row: number,
  tier: Tier,
  detail: keyof typeof parts,
): void {
  const [first, ...others] = parts[detail][tier]
  cards[first].line(row, (source, start, end) => body.bytes(source, start, end - 1))
  body.all(changeDates.fieldOf(row))
  for (const card of others) {
    body.text(',')
    cards[card].line(row, (source, start, end) => body.bytes(source, start + 1, end - 1))
  }
}

/** A farm's fields that the tier shows. Throws an `unavailable` Problem where its cards are no JSON. */
export function farmRecord(
  snapshot: Snapshot,
  row: number,
  tier: Tier,
  detail: keyof typeof parts,
): Record<string, unknown> {
  const body = new JsonBody()
  openFarm(body, snapshot, row, tier, detail)
  const text = body.text('}').toBuffer().toString()
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw new Problem('unavailable', `a farm of snapshot ${snapshot.id} can not be read`, { cause })
  }
}

/** Where a farm is: `lat` and `lng` are undefined for one that is not in the snapshot, or hidden. */
export function farmPlace(snapshot: Snapshot, id: string) {
  const row = snapshot.ids.rowOf(id)
  if (row === undefined || snapshot.hidden.has(row)) return { id, lat: undefined, lng: undefined }
  const { lat, lng } = farmRecord(snapshot, row, 'free', 'list')
  return { id, lat, lng }
}
