import type { z } from 'zod'
import type { RawQuery } from './query_string.ts'

type Values = Readonly<Record<string, unknown>>

/** Default values of parameters, as text. */
export type Defaults = Readonly<Record<string, string>>

export const statedDefaults = ({ shape }: z.ZodObject): Defaults =>
  textsOf(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        (schema as z.ZodType).safeParse(undefined).data,
      ]),
    ),
  )

/** A request's parameters in the schema's order, as text, without stated defaults and `key`. */
export function canonical(
  { shape }: z.ZodObject,
  { given, values, defaults }: { given: RawQuery; values: Values; defaults: Defaults },
): RawQuery {
  const query: RawQuery = new Map()
  if (given.size === 0) return query
  for (const name in shape) {
    if (!given.has(name)) continue
    const text = textOf(values[name])
    if (text !== defaults[name]) query.set(name, [text])
  }
  return query
}

/** Values as text, undefined ones omitted. */
export function textsOf(values: Values): Defaults {
  const texts: Record<string, string> = {}
  for (const name in values) if (values[name] !== undefined) texts[name] = textOf(values[name])
  return texts
}

/** A text that is read as the same value again. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return plainly(value)
  if (value instanceof Date) return instantText(value)
  if (value !== null && typeof value === 'object') return Object.values(value).map(textOf).join(',')
  return String(value)
}

/** Whole seconds without decimals. */
export const instantText = (instant: Date): string => instant.toISOString().replace('.000Z', 'Z')

/** Maximum number of decimals in a request's number. */
const mostDecimals = 30

/** Writes a number without an exponent, which requests may not contain. */
function plainly(number: number): string {
  const text = String(number)
  return text.includes('e') ? number.toFixed(mostDecimals) : text
}
