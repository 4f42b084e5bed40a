import type { Tier } from '../../data/schema/meta.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Card } from '../../data/schema/serving/columns.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { JsonBody } from '../http/json_body.ts'
import { unavailable } from '../http/problem.ts'

const parts = {
  list: { free: ['free'], paid: ['free', 'paid'] },
  profile: { free: ['free'], paid: ['free', 'paid', 'profile'] },
  /** Cards for rows of product listings: half as much to read as the profile. */
  listings: { free: ['free'], paid: ['free', 'profile'] },
} as const satisfies Record<string, Record<Tier, Card[]>>

/**
 * Prepares some farms for writing. Returns a function that appends a farm's JSON object in the tier's
 * fields, without the closing brace, so that more fields can follow.
 */
export function farmWriter(
  { cards, changeDates, saidDays }: Snapshot,
  rows: readonly number[],
  tier: Tier,
  detail: keyof typeof parts,
): (body: JsonBody, row: number) => void {
  const [first, ...others] = parts[detail][tier].map((card) => cards[card].of(rows))
  return (body, row) => {
    first!(body, row)
    body.all(changeDates.fieldOf(row))
    saidDays.append(body, row, tier)
    for (const append of others) append(body, row)
  }
}

/** Reads a farm's fields that the tier shows. Throws an `unavailable` Problem if its cards are not JSON. */
export function farmRecord(
  snapshot: Snapshot,
  row: number,
  tier: Tier,
  detail: keyof typeof parts,
): Record<string, unknown> {
  const body = new JsonBody()
  farmWriter(snapshot, [row], tier, detail)(body, row)
  return parsed(body.text('}').toBuffer().toString(), snapshot)
}

function parsed(text: string, { id }: Snapshot): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch (cause) {
    throw unavailable(`a farm of snapshot ${id} can't be read; use another one`, 60, cause)
  }
}

/**
 * Prepares the product listings of some rows. Returns a function that reads a row's listings; it throws an
 * `unavailable` Problem if they are not JSON.
 */
export function openListings(
  snapshot: Snapshot,
  rows: readonly number[],
): (row: number) => ProductListing[] {
  const append = snapshot.cards.profile.of(rows)
  return (row) => {
    const body = new JsonBody().text('{"row":0')
    append(body, row)
    const fields = body.text('}').toBuffer().toString()
    return parsed(fields, snapshot)['product_listings'] as ProductListing[]
  }
}

/** Returns a farm's location: `lat` and `lng` are undefined if the farm is hidden or not in the snapshot. */
export function farmPlace(snapshot: Snapshot, id: string) {
  const row = snapshot.ids.rowOf(id)
  if (row === undefined || snapshot.hidden.has(row)) return { id, lat: undefined, lng: undefined }
  const { lat, lng } = farmRecord(snapshot, row, 'free', 'list')
  return { id, lat, lng }
}
