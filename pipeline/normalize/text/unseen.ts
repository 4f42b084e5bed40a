/** Beginnings and ends of invisible parts: slash and name of a tag, or neither for a comment. */
const marks = /<!--|-->|<(\/?)(script|style)(?:\s[^<>]*)?>/gi

/**
 * Replaces each comment, script and style sheet with a blank, from its beginning to the next matching end. A
 * beginning without an end stays.
 */
export function withoutUnseen(text: string): string {
  if (!text.includes('<')) return text
  const found = Array.from(text.matchAll(marks), ({ 0: mark, 1: slash, 2: name, index }) => ({
    index,
    end: index + mark.length,
    isEnd: mark === '-->' || slash === '/',
    kind: name?.toLowerCase() ?? 'comment',
  }))
  const lastEnd = new Map(
    found.filter(({ isEnd }) => isEnd).map(({ kind, index }) => [kind, index]),
  )
  let [seen, at] = ['', 0]
  let open: string | null = null
  for (const { index, end, isEnd, kind } of found) {
    if (open === null && !isEnd && index < (lastEnd.get(kind) ?? 0)) {
      seen += `${text.slice(at, index)} `
      open = kind
    } else if (isEnd && kind === open) {
      open = null
      at = end
    }
  }
  return seen + text.slice(at)
}
