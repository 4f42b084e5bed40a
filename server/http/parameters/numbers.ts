import { z } from 'zod'
import { described } from './described.ts'

/** A decimal number as text, without exponent or plus sign. `what`: what it must be, for its error. */
export const decimalText = (what = 'a decimal number such as 44.41') =>
  z.string().regex(/^-?\d{1,20}(\.\d{1,30})?$/, `must be ${what}`)
const integerText = z.string().regex(/^-?\d{1,15}$/, 'must be a whole number')

const numbers =
  (type: 'number' | 'integer', text: z.ZodString, number: z.ZodNumber) =>
  (min: number, max: number) => {
    const message = `must be from ${min} to ${max}`
    const read = text.transform(Number).pipe(number.min(min, message).max(max, message))
    return described(read, { type, minimum: min, maximum: max })
  }

/** A decimal number, both limits included. */
export const decimal = numbers('number', decimalText(), z.number())
/** A whole number, both limits included. */
export const integer = numbers('integer', integerText, z.int())

export const page = integer(1, 1_000_000)
  .default(1)
  .meta({ description: 'Page number, from 1', example: 1 })
export const perPage = integer(1, 100)
  .default(20)
  .meta({ description: 'Maximum number of entries per page', example: 20 })
