import type { ListPart } from '../../../data/schema/input/mapping.ts'
import type { Unread } from '../adapter.ts'
import { flagOf } from '../flags.ts'
import { freeList, joinLists, listOf } from '../lists.ts'
import type { Row } from '../row.ts'
import { inOurWords } from './texts.ts'

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
  const text = row.get(...columns)
  if (text === null) return otherwise
  const terms = separator === null ? freeList(text) : listOf(text.split(separator))
  return terms && terms.map((term) => inOurWords(term, values))
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
