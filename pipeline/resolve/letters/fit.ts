/** Letters lost when a text was read in the wrong encoding, one or several. */
const lost = /\ufffd+/

/** One gap replaces at most three characters: no ASCII, except quotes and dashes. */
const [mostLetters, letters] = [3, /^(?:[^\0-\x7f\ufffd]|['"-])+$/]

/** Limits the gaps, so that the work is linear in the length of a text. */
const mostGaps = 100

/**
 * Returns whether `damaged` equals `text` with letters lost in places (U+FFFD). null = no; `plain` = yes, but
 * some of these letters are ASCII quotes or dashes; `whole` = yes, and none is.
 */
export function fitOf(damaged: string, text: string): 'whole' | 'plain' | null {
  const [first, ...others] = damaged.split(lost)
  if (others.length === 0 || others.length > mostGaps || !text.startsWith(first!)) return null
  /** Positions reached by each way to fill the gaps so far; true if the way needs ASCII. */
  let ways = new Map([[first!.length, false]])
  for (const part of others) ways = afterGap(ways, part, text)
  const needsAscii = ways.get(text.length)
  if (needsAscii === undefined) return null
  return needsAscii ? 'plain' : 'whole'
}

function afterGap(ways: Map<number, boolean>, part: string, text: string): Map<number, boolean> {
  const next = new Map<number, boolean>()
  for (const [at, neededAscii] of ways)
    for (let count = 1; count <= mostLetters; count++) {
      const filling = text.slice(at, at + count)
      if (filling.length < count || !letters.test(filling)) break
      if (!text.startsWith(part, at + count)) continue
      const end = at + count + part.length
      const needsAscii = neededAscii || /[\0-\x7f]/.test(filling)
      next.set(end, needsAscii && (next.get(end) ?? true))
    }
  return next
}
