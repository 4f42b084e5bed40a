/** Puts a text on one line, blanks collapsed, with `; ` in place of line ends. */
export function onOneLine(text: string): string {
  return text
    .replace(/[^\S\r\n]+/g, ' ')
    .replace(/ ?[\r\n][\r\n ]*/g, '; ')
    .trim()
}

/** Reduces a schedule to the text that carries its meaning: one line, lower case, plain hyphens. */
export function plainWording(text: string): string {
  return onOneLine(text.normalize('NFKC').toLowerCase()).replace(/[\u2010-\u2015\u2212]/g, '-')
}

/** Applies `read` to every item; null if one is unreadable. */
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
 * A reader that caches the last thousands of texts, since sources repeat them. Its results are shared and
 * must not be changed.
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
