import type { z } from 'zod'
import type { NumberType } from './container.ts'

/**
 * A column of numbers: `each` of them for every one of what it is `of` (rows, nodes, …), and `more`
 * after these. What columns are of is as many in one as in another.
 */
export type NumberColumn<Type extends NumberType = NumberType> = {
  type: Type
  of: string
  each: number
  more: 0 | 1
  /** What its numbers are places in, the last of them the end; null = nothing. */
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
  (of: string, each = 1): NumberColumn<Type> => ({ type, of, each, more: 0, into: null })

export const u8 = numbers('u8')
export const u16 = numbers('u16')
export const u32 = numbers('u32')
export const i32 = numbers('i32')
export const u64 = numbers('u64')
export const f64 = numbers('f64')

/** Where the list of each begins in columns that are of `into`, and last the end of all lists. */
export const starts = (of: string, into: string): NumberColumn<'u32'> => ({
  ...u32(of),
  more: 1,
  into,
})

/** The same where there may be more than 32 bits count. */
export const longStarts = (of: string, into: string): NumberColumn<'f64'> => ({
  ...f64(of),
  more: 1,
  into,
})

export const json = <Value>(
  schema: z.ZodType<Value>,
  of: string | null = null,
): JsonColumn<Value> => ({ type: 'json', schema, of })

type Arrays = {
  u8: Uint8Array
  u16: Uint16Array
  u32: Uint32Array
  i32: Int32Array
  u64: BigUint64Array
  f64: Float64Array
}

/** What a column holds. */
export type ValuesOf<Each> =
  Each extends JsonColumn<infer Value>
    ? Value
    : Each extends NumberColumn<infer Type>
      ? Arrays[Type]
      : never
