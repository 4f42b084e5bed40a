import type { Part } from '../../query/reader/draft.ts'
import type { Reading } from '../../query/reader/read.ts'

/** Words that stand before a place or day. */
const before = /(?:^|\s)(?:near|around|in|at|by|of|from|on|en|de|cerca de)\s*$/i

type Place = Pick<Part, 'start' | 'end'>

/** A text with other words in place of a part; without any, a preposition before the part goes, too. */
export const textWith = ({ text }: Reading, part: Place, by: string): string =>
  tidied(replaced(text, part, by))

function replaced(text: string, { start, end }: Place, by: string): string {
  const kept = text.slice(0, start)
  const head = by === '' ? kept.replace(before, ' ') : kept
  return head + by + text.slice(end)
}

/** A text with single blanks, without commas that separate nothing. */
const tidied = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?: ?,)+/g, ',')
    .replaceAll(/^[ ,]+|,? ?$/g, '')

/** The places of a text, which stand side by side: `Portland or Salem`. */
export function placesOf({ parts }: Reading): Place {
  const places = parts.filter(({ parameter }) => parameter === 'near')
  return { start: places[0]!.start, end: places.at(-1)!.end }
}

/** A text without the words for some parameters; `q` stands for the words that match names. */
export function textWithout(reading: Reading, parameters: readonly string[]): string {
  const parts = reading.parts.filter(({ parameter }) => parameters.includes(parameter))
  const others = parts.filter(({ parameter }) => parameter !== 'near')
  const places = parts.length > others.length ? [placesOf(reading)] : []
  const text = [...others, ...places]
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, part) => replaced(left, part, ''), reading.text)
  const unread = parameters.includes('q') ? reading.unread : []
  return tidied(unread.reduce((left, words) => left.replace(words, ' '), text))
}
