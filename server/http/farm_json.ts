import type { Tier } from '../../data/schema/meta.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { Card } from '../../data/schema/serving.ts'

const open = Buffer.from('{')
const comma = Buffer.from(',')
const close = Buffer.from('}')

const parts = {
  list: { free: ['free'], paid: ['free', 'paid'] },
  profile: { free: ['free'], paid: ['free', 'paid', 'profile'] },
} as const satisfies Record<string, Record<Tier, Card[]>>

/** The pieces of a farm's JSON object, as far as the tier shows it, and `extra` fields at its end. */
export function farmPieces(
  { cards }: Snapshot,
  row: number,
  tier: Tier,
  detail: keyof typeof parts,
  extra?: Buffer,
): Buffer[] {
  const pieces: Buffer[] = [open]
  for (const card of parts[detail][tier]) {
    const object = cards[card].line(row)
    if (pieces.length > 1) pieces.push(comma)
    pieces.push(object.subarray(1, -1))
  }
  if (extra) pieces.push(comma, extra)
  pieces.push(close)
  return pieces
}
