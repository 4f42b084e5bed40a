import type { Part } from '../../query/reader/draft.ts'
import type { Reading } from '../../query/reader/read.ts'

/** Words that stand before a place or day. */
const before = /(?:^|\s)(?:near|around|in|at|by|of|from|on|en|de|cerca de)\s*$/i

/** A text with other words in place of a part; without any, a preposition before the part goes, too. */
export function textWith(
  { text }: Reading,
  { start, end }: Pick<Part, 'start' | 'end'>,
  by: string,
): string {
  const kept = text.slice(0, start)
  const head = by === '' ? kept.replace(before, ' ') : kept
  return `${head}${by}${text.slice(end)}`.replaceAll(/\s+/g, ' ').trim()
}

/** A text without the words for some parameters; `q` stands for the words that match names. */
export function textWithout(reading: Reading, parameters: readonly string[]): string {
  const parts = reading.parts.filter(({ parameter }) => parameters.includes(parameter))
  const text = parts
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, part) => textWith({ ...reading, text: left }, part, ''), reading.text)
  if (!parameters.includes('q')) return text
  return reading.unread
    .reduce((left, words) => left.replace(words, ' '), text)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
