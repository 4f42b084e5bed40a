import type { z } from 'zod'
import { anything, listsOf, type Check } from './column_checks.ts'
import type { arrays, NumberType } from './container.ts'

/**
 * A column of numbers: `each` numbers for every item that it is `of` (rows, nodes, …). All columns of the
 * same items have the same number of items. A column of starts `into` other items has one more number,
 * their end.
 */
export type NumberColumn<Type extends NumberType = NumberType> = {
  type: Type
  of: string
  each: number
  into: string | null
  check: Check
  /** Servers read its parts from the file on demand; other columns are compressed. */
  onDisk?: true
  /** Files before schema version `since` lack the column: each number is `absent` there. */
  added?: { since: number; absent: number }
}

/** A JSON document; `of` names the items that it lists, in one list or several. */
export type JsonColumn<Value = unknown> = {
  type: 'json'
  schema: z.ZodType<Value>
  of: string | null
}

export type ServingColumn = NumberColumn | JsonColumn

const numbers =
  <Type extends NumberType>(type: Type) =>
  (of: string, check: Check, each = 1): NumberColumn<Type> => ({
    type,
    of,
    each,
    into: null,
    check,
  })

/** Arbitrary bytes. */
export const bytes = (of: string, each = 1) => u8(of, anything, each)

const u8 = numbers('u8')
export const u16 = numbers('u16')
export const u32 = numbers('u32')
export const i32 = numbers('i32')
export const f64 = numbers('f64')

/** A column missing in files before a schema version: each number is `absent` there. */
export const addedIn = <Each extends NumberColumn>(
  since: number,
  absent: number,
  column: Each,
): Each => ({ ...column, added: { since, absent } })

/** A column that is not held in memory. */
export const onDisk = <Each extends NumberColumn>(column: Each): Each => ({
  ...column,
  onDisk: true,
})

/** The start of each item's list among the `into` items, and the end of all lists. */
export const starts = (of: string, into: string) => ({ ...u32(of, listsOf(into)), into })

/** The same for more items than 32 bits can count, with lists of `least` entries or more. */
export const longStarts = (of: string, into: string, least: number) => ({
  ...f64(of, listsOf(into, least)),
  into,
})

export function jsonColumn<Value>(
  schema: z.ZodType<Value>,
  of: string | null = null,
): JsonColumn<Value> {
  return { type: 'json', schema, of }
}

export type ValuesOf<Each> =
  Each extends JsonColumn<infer Value>
    ? Value
    : Each extends NumberColumn<infer Type>
      ? (typeof arrays)[Type]['prototype']
      : never
