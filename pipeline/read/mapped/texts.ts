import type { TextPart, ListPart } from '../../../data/schema/input/mapping.ts'
import type { Unread } from '../adapter.ts'
import { parseInstantAs } from '../instant.ts'
import type { Row } from '../row.ts'
import { flagOf, freeList, joinLists, listOf } from '../values.ts'

/** The text of a mapping's part in a row, translated by the mapping's `values`; null = blank. */
export function textOf(row: Row, { columns, joiner, values, otherwise }: TextPart): string | null {
  const text = joiner === null ? row.get(...columns) : joined(row, columns, joiner)
  return text === null ? otherwise : inOurWords(text, values)
}

/** The text translated to our words, ignoring case; unchanged if the mapping has no translation. */
function inOurWords(text: string, values: Record<string, string>): string {
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

/**
 * The terms of all parts of a list; null if there are none, since flags without a yes do not make an empty
 * list. A flag that is neither yes nor no is `unread`.
 */
export const termsOf = (row: Row, field: string, parts: ListPart[], unread: Unread[]) =>
  joinLists(
    ...parts.map((part) =>
      'flags' in part ? flagged(row, field, part, unread) : listed(row, part),
    ),
  )

function listed(row: Row, { columns, separator, values, otherwise }: Exclude<ListPart, Flags>) {
  const texts = columns.map((column) => row.all(column)).find(({ length }) => length > 0)
  if (!texts) return otherwise
  const terms = texts.flatMap((text) =>
    separator === null ? (freeList(text) ?? []) : text.split(separator),
  )
  return listOf(terms)?.map((term) => inOurWords(term, values)) ?? null
}

type Flags = Extract<ListPart, { flags: unknown }>

function flagged(row: Row, field: string, { flags, yes, no }: Flags, unread: Unread[]): string[] {
  const words = new Map([
    ...no.map((word) => [key(word), false] as const),
    ...yes.map((word) => [key(word), true] as const),
  ])
  return Object.entries(flags).flatMap(([column, terms]) => {
    const text = row.get(column)
    if (text === null) return []
    const says = words.get(key(text)) ?? flagOf(text)
    if (says === null)
      unread.push({ field, reason: `${column} is neither yes nor no`, text: `${column}: ${text}` })
    return says ? terms : []
  })
}

const key = (word: string) => word.trim().toLowerCase()
