import { z } from 'zod'
import { stateOf, states } from '../../data/geography/states.ts'
import { placeTypes, qualityTiers, verificationStatuses } from '../../data/schema/farm.ts'
import { nearestOf } from '../../data/vocabulary/edit_distance.ts'

/**
 * Kinds of request parameter: each reads the text of a query parameter strictly, and says what is
 * allowed where it can't.
 */

const decimalText = z
  .string()
  .regex(/^-?\d{1,20}(\.\d{1,30})?$/, 'must be a decimal number such as 44.41')
const integerText = z.string().regex(/^-?\d{1,9}$/, 'must be a whole number')

const between = (min: number, max: number) => `must be from ${min} to ${max}`

/** A decimal number, both ends included. */
export const decimal = (min: number, max: number) =>
  decimalText
    .transform(Number)
    .pipe(z.number().min(min, between(min, max)).max(max, between(min, max)))

/** A whole number, both ends included. */
export const integer = (min: number, max: number) =>
  integerText
    .transform(Number)
    .pipe(z.int().min(min, between(min, max)).max(max, between(min, max)))

/** Text of 1 to 200 characters after trimming, without control characters. */
export const text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')

/** Up to 20 comma-separated texts. */
export const textList = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(text).max(20, 'must have at most 20 entries'))

/** One of some names, in any case; a blank or a hyphen will do for an underscore. */
export const oneOf = <const Name extends string>(names: readonly Name[]) =>
  z.string().transform((value, context): Name => {
    const fold = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_')
    const found = names.find((name) => fold(name) === fold(value))
    if (found !== undefined) return found
    const nearest = nearestOf(fold(value), names.map(fold))
    const suggestion = names.find((name) => fold(name) === nearest)
    context.addIssue({
      code: 'custom',
      message: `unknown value \`${value}\`: must be one of ${names.join(', ')}`,
      params: { suggestion },
    })
    return z.NEVER
  })

/** A state or territory by abbreviation or name, any case; read as its abbreviation. */
export const state = text.transform((value, context) => {
  const found = stateOf(value)
  if (found) return found
  context.addIssue({
    code: 'custom',
    message: `unknown state \`${value}\`: give its abbreviation or full name`,
    params: { suggestion: nearestState(value) },
  })
  return z.NEVER
})

const nearestState = (value: string) => {
  const nearest = nearestOf(
    value.toLowerCase(),
    states.map(({ name }) => name.toLowerCase()),
  )
  return states.find(({ name }) => name.toLowerCase() === nearest)?.name
}

export const zip = z.string().regex(/^\d{5}$/, 'must be five digits')
export const placeType = oneOf(placeTypes)
export const verificationStatus = oneOf(verificationStatuses)
export const qualityTier = oneOf(qualityTiers)
export const latitude = decimal(-90, 90)
export const longitude = decimal(-180, 180)
/** Miles, over 0 and up to 100. */
export const radius = decimalText
  .transform(Number)
  .refine((miles) => miles > 0 && miles <= 100, 'must be over 0 and at most 100')
export const page = integer(1, 1_000_000).default(1)
export const perPage = integer(1, 100).default(20)
/** The id of a snapshot that the server holds. */
export const snapshot = z
  .string()
  .regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/, 'must be the id of a snapshot')
  .optional()
export const uuid = z.uuid('must be a UUID').transform((value) => value.toLowerCase())
