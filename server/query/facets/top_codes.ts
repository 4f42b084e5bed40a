import type { CodeRange } from '../../snapshot/columns/code_lists.ts'
import type { CodeSets } from '../../snapshot/sets/code_sets.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'

export type CodeCount = { code: number; count: number }

/**
 * Finds the codes of a range that most rows of a set have: at most `most`, none without rows, ties by code.
 * `set` null = every row. Codes are tried by their total number of rows. The search ends at the first code
 * whose total is too low.
 */
export function topCodes(
  sets: CodeSets,
  range: CodeRange,
  set: Bitmap | null,
  most: number,
): CodeCount[] {
  const top: CodeCount[] = []
  const filled = set?.filledChunks() ?? []
  for (const code of sets.byTotal(range)) {
    const least = top.length === most ? top[most - 1]!.count : 1
    if (sets.total(code) < least) break
    if (!set) insert(top, { code, count: sets.total(code) }, most)
    else if (sets.atMost(code, filled) >= least)
      insert(top, { code, count: sets.count(code, set, filled) }, most)
  }
  return top
}

function insert(top: CodeCount[], found: CodeCount, most: number): void {
  if (found.count === 0) return
  const isBefore = ({ code, count }: CodeCount) =>
    found.count > count || (found.count === count && found.code < code)
  const place = top.findIndex(isBefore)
  top.splice(place === -1 ? top.length : place, 0, found)
  if (top.length > most) top.pop()
}
