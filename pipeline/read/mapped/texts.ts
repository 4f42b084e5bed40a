import type { TextPart } from '../../../data/schema/input/mapping.ts'
import type { Unread } from '../adapter.ts'
import { parseInstantAs } from '../instant.ts'
import type { Row } from '../row.ts'

/** The text of a mapping's part in a row, translated by the mapping's `values`; null = blank. */
export function textOf(row: Row, { columns, joiner, values, otherwise }: TextPart): string | null {
  const text = joiner === null ? row.get(...columns) : joined(row, columns, joiner)
  return text === null ? otherwise : inOurWords(text, values)
}

/** The text translated to our words, ignoring case; unchanged if the mapping has no translation. */
export function inOurWords(text: string, values: Record<string, string>): string {
  const key = text.trim().toLowerCase()
  const found = Object.keys(values).find((each) => each.trim().toLowerCase() === key)
  return found === undefined ? text : values[found]!
}

/** A date, as RFC 3339 if the mapping has its format; a text in another format is `unread`. */
export function dateOf(row: Row, field: string, part: TextPart, unread: Unread[]): string | null {
  const text = textOf(row, part)
  if (text === null || part.format === null) return text
  const at = parseInstantAs(text, part.format)
  if (at === null) unread.push({ field, reason: `not written as ${part.format}`, text })
  return at
}

function joined(row: Row, columns: string[], joiner: string): string | null {
  const texts = columns.flatMap((column) => row.get(column)?.trim() ?? [])
  return texts.length > 0 ? texts.join(joiner) : null
}
