import type { z } from 'zod'
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
}

/** A JSON document; where it is a list of what other columns are `of`, it says so. */
export type JsonColumn<Value = unknown> = {
  type: 'json'
  schema: z.ZodType<Value>
  of: string | null
}

export type Column = NumberColumn | JsonColumn

const numbers =
  <Type extends NumberType>(type: Type) =>
  (of: string, each = 1, into: string | null = null): NumberColumn<Type> => ({
    type,
    of,
    each,
    into,
  })

export const u8 = numbers('u8')
export const u16 = numbers('u16')
export const u32 = numbers('u32')
export const i32 = numbers('i32')
export const f64 = numbers('f64')

/** Where the list of each begins in columns that are of `into`, and last the end of all lists. */
export const starts = (of: string, into: string) => u32(of, 1, into)

/** The same for more than 32 bits count. */
export const longStarts = (of: string, into: string) => f64(of, 1, into)

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
