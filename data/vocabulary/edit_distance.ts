/**
 * Counts the single-letter edits (insert, delete, replace, swap two adjacent letters) that turn `b` into
 * `a`, no letter edited twice: the optimal string alignment distance. Counts UTF-16 units.
 */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + +!same)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, beforeLast[column - 2]! + 1)
      }
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[b.length]!
}

/** The most edits that count as a typing error: one in four letters, at least one of two letters. */
const editsAllowed = (length: number) => (length < 2 ? 0 : Math.max(1, Math.floor(length / 4)))

/**
 * Returns the candidate closest to `text`, the first of equals, or null if none is within the allowed
 * edits.
 */
export function nearestOf(text: string, candidates: Iterable<string>): string | null {
  let nearest: string | null = null
  let fewest = editsAllowed(text.length) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) >= fewest) continue
    const edits = editDistance(text, candidate)
    if (edits >= fewest) continue
    nearest = candidate
    fewest = edits
  }
  return nearest
}
