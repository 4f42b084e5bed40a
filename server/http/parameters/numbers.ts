import { z } from 'zod'
import { described } from './described.ts'

/** A decimal number, as text: no exponent, no sign of plus. */
export const decimalText = z
  .string()
  .regex(/^-?\d{1,20}(\.\d{1,30})?$/, 'must be a decimal number such as 44.41')
const integerText = z.string().regex(/^-?\d{1,9}$/, 'must be a whole number')

const between = (min: number, max: number) => `must be from ${min} to ${max}`

/** A decimal number, both ends included. */
export const decimal = (min: number, max: number) =>
  described(
    decimalText
      .transform(Number)
      .pipe(z.number().min(min, between(min, max)).max(max, between(min, max))),
    { type: 'number', minimum: min, maximum: max },
  )

/** A whole number, both ends included. */
export const integer = (min: number, max: number) =>
  described(
    integerText
      .transform(Number)
      .pipe(z.int().min(min, between(min, max)).max(max, between(min, max))),
    { type: 'integer', minimum: min, maximum: max },
  )

export const page = integer(1, 1_000_000)
  .default(1)
  .meta({ description: 'Number of the page, from 1', example: 1 })
export const perPage = integer(1, 100)
  .default(20)
  .meta({ description: 'Entries on a full page', example: 20 })
