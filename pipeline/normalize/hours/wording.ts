/** Puts a text on one line, its blanks collapsed, with `; ` where a line ended. */
export function onOneLine(text: string): string {
  return text
    .replace(/[^\S\r\n]+/g, ' ')
    .replace(/ ?[\r\n][\r\n ]*/g, '; ')
    .trim()
}

/** Reduces a schedule's wording to what its meaning depends on: one line, lower case, plain hyphens. */
export function plainWording(text: string): string {
  return onOneLine(text.normalize('NFKC').toLowerCase()).replace(/[\u2010-\u2015\u2212]/g, '-')
}

/** Applies `read` to every item; null as soon as one of them is unread. */
export function readAll<T, R>(items: T[], read: (item: T) => R | null): R[] | null {
  const done: R[] = []
  for (const item of items) {
    const value = read(item)
    if (value === null) return null
    done.push(value)
  }
  return done
}

const remembered = 20_000
const longest = 500

/**
 * A reader that remembers the last thousands of texts: sources repeat them. What it returns is shared
 * and must not be changed.
 */
export function remembering<R>(read: (text: string) => R): (text: string) => R {
  const known = new Map<string, R>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    if (known.size >= remembered) known.clear()
    if (text.length <= longest) known.set(text, value)
    return value
  }
}
