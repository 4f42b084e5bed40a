/** A fenced block of a Markdown document. */
export type Fence = {
  /** What stands behind its first fence; '' = nothing. */
  language: string
  text: string
  /** Line of its first fence in the document, from 1. */
  line: number
  /** The heading of second level that it stands under; null = none yet. */
  section: string | null
  /** The comment above it, as `<!-- real: … -->`; null = none. */
  mark: string | null
}

const parts =
  /^## (?<heading>.+)$|(?:^<!-- (?<mark>.+) -->\n\n)?^(?<fence>```+)(?<language>\w*)\n(?<text>[^]*?)^\k<fence>$/gm

/** The fenced blocks of a Markdown document, in their order. */
export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = []
  let section: string | null = null
  for (const { index, groups } of markdown.matchAll(parts)) {
    const { heading, mark = null, fence, language = '', text = '' } = groups!
    if (heading) section = heading
    if (!fence) continue
    const start = markdown.indexOf(fence, index)
    const line = markdown.slice(0, start).split('\n').length
    fences.push({ language, text, line, section, mark })
  }
  return fences
}

/**
 * The fence that shows what the fence before it answers, or null: CSV below a query, CSV or JSON below a request. One
 * with a mark answers something else.
 */
export function answerTo({ language, text }: Fence, next: Fence | undefined): Fence | null {
  if (!next || next.mark !== null) return null
  const isAnswer =
    (language === 'sql' && next.language === 'csv') ||
    (language === 'sh' && ['csv', 'json'].includes(next.language) && /^\s*curl /m.test(text))
  return isAnswer ? next : null
}

/**
 * Whether two JSON values have the same keys and types, whatever they hold: of a list its first entry is looked
 * at, and null may stand for anything.
 */
export function sameShape(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true
  if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) return false
  if (Array.isArray(one)) return sameShape(one[0] ?? null, (other as unknown[])[0] ?? null)
  if (typeof one !== 'object') return true
  const theirs = other as Record<string, unknown>
  const ours = Object.entries(one)
  return (
    ours.length === Object.keys(theirs).length &&
    ours.every(([key, value]) => key in theirs && sameShape(value, theirs[key]))
  )
}
