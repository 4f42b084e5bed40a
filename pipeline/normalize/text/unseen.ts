/** Begins and ends of what a browser never shows as text: slash and name of a tag, or of a comment neither. */
const marks = /<!--|-->|<(\/?)(script|style)(?:\s[^<>]*)?>/gi

/**
 * Puts a blank for each comment, script and style sheet, from its begin to the next end of its kind. A
 * begin without an end stays.
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
