import type { z } from 'zod'
import { anything, listsOf, type Check } from './column_checks.ts'
import type { arrays, NumberType } from './container.ts'

/**
 * A column of numbers: `each` of them for every one of what it is `of` (rows, nodes, …), as many in
 * one column as in another. Where its numbers are places `into` others, one more is the end of these.
 */
export type NumberColumn<Type extends NumberType = NumberType> = {
  type: Type
  of: string
  each: number
  into: string | null
  check: Check
  /** Before schema version `since` files lack the column: each number is `absent` there. */
  added?: { since: number; absent: number }
}

/** A JSON document; where it lists what other columns are `of`, in one list or several, it says so. */
export type JsonColumn<Value = unknown> = {
  type: 'json'
  schema: z.ZodType<Value>
  of: string | null
}

export type Column = NumberColumn | JsonColumn

const numbers =
  <Type extends NumberType>(type: Type) =>
  (of: string, check: Check, each = 1): NumberColumn<Type> => ({
    type,
    of,
    each,
    into: null,
    check,
  })

/** Bytes, which may be any. */
export const bytes = (of: string, each = 1) => u8(of, anything, each)

export const u8 = numbers('u8')
export const u16 = numbers('u16')
export const u32 = numbers('u32')
export const i32 = numbers('i32')
export const f64 = numbers('f64')

/** A column that files lack before a schema version: each number is `absent` there. */
export const addedIn = <Each extends NumberColumn>(
  since: number,
  absent: number,
  column: Each,
): Each => ({ ...column, added: { since, absent } })

/** Where the list of each begins in columns that are of `into`, and last the end of all lists. */
export const starts = (of: string, into: string) => ({ ...u32(of, listsOf(into)), into })

/** The same for more than 32 bits count, of lists with `least` entries or more. */
export const longStarts = (of: string, into: string, least: number) => ({
  ...f64(of, listsOf(into, least)),
  into,
})

export function json<Value>(schema: z.ZodType<Value>, of: string | null = null): JsonColumn<Value> {
  return { type: 'json', schema, of }
}

/** What a column holds. */
export type ValuesOf<Each> =
  Each extends JsonColumn<infer Value>
    ? Value
    : Each extends NumberColumn<infer Type>
      ? (typeof arrays)[Type]['prototype']
      : never
