/** Letters that were lost where a text was read in the wrong encoding, one or several. */
const lost = /\ufffd+/

/** What may have been lost, three at most: nothing of ASCII, but quotes and dashes as some type them. */
const [mostLetters, letters] = [3, /^(?:[^\0-\x7f\ufffd]|['"-])+$/]

/** So that the work grows with the length of a text alone. */
const mostGaps = 100

/**
 * Whether a text is another one whose letters were lost in places (U+FFFD): null = it is not;
 * `plain` = it is, with quotes or dashes of ASCII in some of these places; `whole` = without.
 */
export function fitOf(damaged: string, text: string): 'whole' | 'plain' | null {
  const [first, ...others] = damaged.split(lost)
  if (others.length === 0 || others.length > mostGaps || !text.startsWith(first!)) return null
  /** Where each way to fill the gaps so far has come to, and whether it needs ASCII. */
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
