import { setImmediate } from 'node:timers/promises'
import type { RowCodes } from '../../snapshot/columns/code_lists.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { rangesOf, type Scope } from '../select.ts'

type Lists = 'attributes' | 'facetCodes'
type Counts = Partial<Record<Lists, Uint32Array>>
type Range = [first: number, end: number]

/** One or two milliseconds of work, after which the event loop gets a turn. */
const rowsPerTurn = 20_000

/** Counts the farms in scope, and in the set, that have each code; `set` null = every farm. */
export function countCodes(
  snapshot: Snapshot,
  lists: Lists[],
  set: Bitmap | null,
  scope: Scope,
): Promise<Counts> {
  const isEverywhere = !scope.near && !scope.rows
  const ranges: Range[] = isEverywhere ? [[0, snapshot.farms]] : rangesOf(snapshot, scope)
  return countRanges(snapshot, lists, ranges, set)
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
  set.forEach((row) => codes.countRows(counts, row, row + 1), from, until)
}
