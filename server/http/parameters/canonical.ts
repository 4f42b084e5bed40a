import type { z } from 'zod'
import type { RawQuery } from './query_string.ts'

/** Values of parameters, as their schemas read them. */
type Values = Readonly<Record<string, unknown>>

/** The values that parameters have where a request does not name them, as text. */
export type Defaults = Readonly<Record<string, string>>

/** The defaults that a schema states. */
export const statedDefaults = ({ shape }: z.ZodObject): Defaults =>
  textsOf(
    Object.fromEntries(
      Object.entries(shape).map(([name, schema]) => [
        name,
        (schema as z.ZodType).safeParse(undefined).data,
      ]),
    ),
  )

/**
 * The one way to write a request: the parameters that it names, in the order of the schema, with the text
 * of what was read, without those that say their default, and without `key`.
 */
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

/** Values as text; undefined ones are left out. */
export function textsOf(values: Values): Defaults {
  const texts: Record<string, string> = {}
  for (const name in values) if (values[name] !== undefined) texts[name] = textOf(values[name])
  return texts
}

/** A text that is read as the value again. */
function textOf(value: unknown): string {
  if (typeof value === 'number') return plainly(value)
  if (value instanceof Date) return instantText(value)
  if (value !== null && typeof value === 'object') return Object.values(value).map(textOf).join(',')
  return String(value)
}

/** Whole seconds without decimals. */
export const instantText = (instant: Date): string => instant.toISOString().replace('.000Z', 'Z')

/** The most decimals that a number of a request has. */
const mostDecimals = 30

/** Without an exponent, which requests do not have. */
function plainly(number: number): string {
  const text = String(number)
  return text.includes('e') ? number.toFixed(mostDecimals) : text
}
