import { setImmediate } from 'node:timers/promises'
import type { RowCodes } from '../../snapshot/columns/code_lists.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { rangesOf, type Scope } from '../select.ts'

/** The columns that have codes. */
type Lists = 'attributes' | 'facetCodes'
type Counts = Partial<Record<Lists, Uint32Array>>
type Range = [first: number, end: number]

/** A millisecond's work or two: the event loop gets a turn after each. */
const rowsPerTurn = 20_000

/** How many of the farms of a set that are in scope have each code; `set` null = every farm. */
export async function countCodes(
  snapshot: Snapshot,
  lists: Lists[],
  set: Bitmap | null,
  scope: Scope,
): Promise<Counts> {
  const { farms } = snapshot
  if (scope.near || scope.rows) return countRanges(snapshot, lists, rangesOf(snapshot, scope), set)
  const all: Range = [0, farms]
  // Of most farms, the others are fewer.
  if (set && 2 * set.count() <= farms) return countRanges(snapshot, lists, [all], set)
  const every = await everyFarm(snapshot, lists)
  if (!set) return every
  const others = Bitmap.fromRanges([all], farms).andNot(set)
  const less = await countRanges(snapshot, lists, [all], others)
  return Object.fromEntries(
    lists.map((list) => [list, every[list]!.map((count, code) => count - less[list]![code]!)]),
  )
}

/** Counts of all farms of a snapshot, hidden ones too: counted once. */
const ofSnapshots = new WeakMap<Snapshot, Map<Lists, Uint32Array>>()

async function everyFarm(snapshot: Snapshot, lists: Lists[]): Promise<Counts> {
  const known = ofSnapshots.get(snapshot) ?? new Map<Lists, Uint32Array>()
  ofSnapshots.set(snapshot, known)
  for (const list of lists)
    if (!known.has(list))
      known.set(list, (await countRanges(snapshot, [list], [[0, snapshot.farms]], null))[list]!)
  return Object.fromEntries(lists.map((list) => [list, known.get(list)!]))
}

async function countRanges(
  snapshot: Snapshot,
  lists: Lists[],
  ranges: Range[],
  set: Bitmap | null,
): Promise<Counts> {
  const counted = lists.map((list) => ({
    codes: snapshot[list],
    counts: new Uint32Array(snapshot[list].codes),
  }))
  let rows = 0
  for (const [first, end] of ranges)
    for (let from = first; from < end; from += rowsPerTurn) {
      const until = Math.min(from + rowsPerTurn, end)
      for (const { codes, counts } of counted) countSlice(codes, counts, [from, until], set)
      rows += until - from
      if (rows < rowsPerTurn) continue
      rows = 0
      await setImmediate()
    }
  return Object.fromEntries(lists.map((list, index) => [list, counted[index]!.counts]))
}

function countSlice(
  codes: RowCodes,
  counts: Uint32Array,
  [from, until]: Range,
  set: Bitmap | null,
): void {
  if (!set) return codes.countRows(counts, from, until)
  for (let row = set.next(from, until); row < until; row = set.next(row + 1, until))
    codes.countRows(counts, row, row + 1)
}
