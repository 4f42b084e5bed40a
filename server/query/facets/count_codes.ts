import { setImmediate } from 'node:timers/promises'
import type { CodeLists } from '../../snapshot/columns/code_lists.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { rangesOf, type Scope } from '../select.ts'

type Counts = Map<CodeLists, Uint32Array>
type Range = [first: number, end: number]

/** One or two milliseconds of work, after which the event loop gets a turn. */
const rowsPerTurn = 20_000

/** Counts the farms in scope, and in the set, that have each code; `set` null = every farm. */
export async function countCodes(
  snapshot: Snapshot,
  lists: ReadonlySet<CodeLists>,
  set: Bitmap | null,
  scope: Scope,
): Promise<Counts> {
  const isEverywhere = !scope.near && !scope.rows
  const ranges: Range[] = isEverywhere ? [[0, snapshot.farms]] : rangesOf(snapshot, scope)
  const counted: Counts = new Map()
  for (const codes of lists) counted.set(codes, new Uint32Array(codes.codes))
  let rows = 0
  for (const [first, end] of ranges)
    for (let from = first; from < end; from += rowsPerTurn) {
      const until = Math.min(from + rowsPerTurn, end)
      for (const [codes, counts] of counted) countSlice(codes, counts, [from, until], set)
      rows += until - from
      if (rows < rowsPerTurn) continue
      rows = 0
      await setImmediate()
    }
  return counted
}

function countSlice(
  codes: CodeLists,
  counts: Uint32Array,
  [from, until]: Range,
  set: Bitmap | null,
): void {
  if (!set) return codes.countRows(counts, from, until)
  set.forEach((row) => codes.countRows(counts, row, row + 1), from, until)
}
