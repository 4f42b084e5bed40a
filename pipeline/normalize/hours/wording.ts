/**
 * Reduces a schedule's wording to what its meaning depends on: lower case, plain hyphens, single
 * blanks, and `;` where a line ended.
 */
export function plainWording(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s*[\r\n]+\s*/g, '; ')
    .replace(/\s+/g, ' ')
    .trim()
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
