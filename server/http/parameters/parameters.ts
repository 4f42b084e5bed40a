import { isValidCell } from 'h3-js'
import { z } from 'zod'
import { stateOf, states } from '../../../data/geography/states.ts'
import { placeTypes, qualityTiers, verificationStatuses } from '../../../data/schema/tables/farm.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { described } from './described.ts'

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

/** Text of 1 to 200 characters after trimming, without control characters. */
export const text = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'must have at most 200 characters')
  .refine((value) => !/\p{Cc}/u.test(value), 'must not hold control characters')

/** Up to 20 comma-separated texts. */
export const textList = described(
  z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(text).max(20, 'must have at most 20 entries')),
  { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 20 },
)

/** Text with 1 to 10 words that can be searched for. */
export const words = text.refine((value) => {
  const { length } = wordsOf(value)
  return length >= 1 && length <= 10
}, 'must have from 1 to 10 words of letters and digits')

/** One of some names, in any case; a blank or a hyphen will do for an underscore. `parameter`: its name. */
export const oneOf = <const Name extends string>(parameter: string, names: readonly Name[]) =>
  described(
    z.string().transform((value, context): Name => {
      const fold = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_')
      const found = names.find((name) => fold(name) === fold(value))
      if (found !== undefined) return found
      const nearest = nearestOf(fold(value), names.map(fold))
      const suggestion = names.find((name) => fold(name) === nearest)
      context.addIssue(unknownValue(parameter, value, suggestion, `one of ${names.join(', ')}`))
      return z.NEVER
    }),
    { type: 'string', enum: [...names] },
  )

/** A state or territory by abbreviation or name, any case; read as its abbreviation. */
export const state = described(
  text.transform((value, context) => {
    const found = stateOf(value)
    if (found) return found
    const expected = 'its abbreviation or full name'
    context.addIssue(unknownValue('state', value, nearestState(value), expected))
    return z.NEVER
  }),
  { type: 'string', minLength: 1, maxLength: 200 },
)

const nearestState = (value: string) => {
  const nearest = nearestOf(
    value.toLowerCase(),
    states.map(({ name }) => name.toLowerCase()),
  )
  return states.find(({ name }) => name.toLowerCase() === nearest)?.name
}

const unknownValue = (
  parameter: string,
  value: string,
  suggestion: string | undefined,
  expected: string,
) => ({
  code: 'custom' as const,
  message:
    `unknown ${parameter} \`${value}\`` +
    (suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`) +
    ` (must be ${expected})`,
  params: { suggestion },
})

const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?)(Z|[-+ ](?:[01]\d|2[0-3]):[0-5]\d))?$/i

/** The instant of an RFC 3339 text, or of a date's beginning (UTC); null where it is neither. */
function readInstant(value: string): { instant: Date; isDate: boolean } | null {
  const [, date, time, offset] = rfc3339.exec(value) ?? []
  if (date === undefined || !isDay(date)) return null
  if (time === undefined || offset === undefined) return { instant: new Date(date), isDate: true }
  // A plus sign that is not percent-encoded arrives as a blank.
  return {
    instant: new Date(`${date}T${time}${offset.replace(' ', '+').toUpperCase()}`),
    isDate: false,
  }
}

/** Dates such as February 30 are read as days of the next month, and so come back changed. */
function isDay(date: string): boolean {
  const day = new Date(date)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** The years in which every time zone is whole minutes from UTC, and that calendars agree on. */
const [firstYear, lastYear] = [1973, 2999]
const inYears = (instant: Date) =>
  instant.getUTCFullYear() >= firstYear && instant.getUTCFullYear() <= lastYear

/** An RFC 3339 instant, or `now`. */
export const instantOrNow = described(
  z.string().transform((value, context): Date | 'now' => {
    if (value.trim().toLowerCase() === 'now') return 'now'
    const read = readInstant(value.trim())
    if (read && !read.isDate && inYears(read.instant)) return read.instant
    context.addIssue({
      code: 'custom',
      message: `must be \`now\`, or an instant of the years ${firstYear} to ${lastYear} with its offset such as 2026-07-04T10:30:00-04:00`,
    })
    return z.NEVER
  }),
  {
    anyOf: [
      { type: 'string', const: 'now' },
      { type: 'string', format: 'date-time' },
    ],
  },
)

/** An RFC 3339 date, which stands for its beginning in UTC, or instant. */
export const dateOrInstant = described(
  z.string().transform((value, context): Date => {
    const read = readInstant(value.trim())
    if (read) return read.instant
    context.addIssue({
      code: 'custom',
      message:
        'must be a date such as 2026-01-31, or an instant with its offset such as 2026-01-31T10:30:00Z',
    })
    return z.NEVER
  }),
  {
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
  },
)

export const zip = z.string().regex(/^\d{5}$/, 'must be five digits')
export const placeType = oneOf('place_type', placeTypes)
export const verificationStatus = oneOf('verification_status', verificationStatuses)
export const qualityTier = oneOf('quality_tier', qualityTiers)
export const latitude = decimal(-90, 90).meta({
  unit: 'degrees',
  description: 'Latitude of the centre, WGS 84',
  example: 44.41,
})
export const longitude = decimal(-180, 180).meta({
  unit: 'degrees',
  description: 'Longitude of the centre, WGS 84',
  example: -72.14,
})
/** Miles, over 0 and up to 100. */
export const radius = described(
  decimalText
    .transform(Number)
    .refine((miles) => miles > 0 && miles <= 100, 'must be over 0 and at most 100'),
  { type: 'number', exclusiveMinimum: 0, maximum: 100 },
)
export const page = integer(1, 1_000_000)
  .default(1)
  .meta({ description: 'Number of the page, from 1', example: 1 })
export const perPage = integer(1, 100)
  .default(20)
  .meta({ description: 'Entries on a full page', example: 20 })
/** The id of a snapshot that the server holds. */
export const snapshot = z
  .string()
  .regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/, 'must be the id of a snapshot')
  .optional()
  .meta({
    description:
      'The snapshot to answer from, the live one or the one before; default: the live one. `links.next` names it, so that all pages are of one snapshot',
    example: '20261121T014922Z-02c8b340',
  })
/** A snapshot's id, or `latest` for the live one. */
export const snapshotOrLatest = z
  .union([z.literal('latest'), snapshot.unwrap()], {
    error: 'must be the id of a snapshot, or latest',
  })
  .meta({ description: 'The id of a snapshot, or `latest` for the live one', example: 'latest' })
export const uuid = described(
  z.uuid('must be a UUID').transform((value) => value.toLowerCase()),
  { type: 'string', format: 'uuid' },
)
/** A product as people call it. */
export const product = text.meta({
  description: 'A product by its name or any alias, whatever the case, singular or plural',
  example: 'eggs',
})
/** The id of a farm. */
export const farmId = uuid.meta({
  description: 'Id of the farm',
  example: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
})

const side = (limit: number) => decimal(-limit, limit)

/** `west,south,east,north` in degrees; west may be greater than east. */
export const bbox = described(
  z
    .string()
    .transform((value) => value.split(',').map((each) => each.trim()))
    .pipe(
      z.tuple(
        [side(180), side(90), side(180), side(90)],
        'must be four numbers: west,south,east,north',
      ),
    )
    .refine(([, south, , north]) => south <= north, 'must have its south at or below its north')
    .transform(([west, south, east, north]) => ({ west, south, east, north })),
  {
    type: 'array',
    prefixItems: [
      { type: 'number', minimum: -180, maximum: 180 },
      { type: 'number', minimum: -90, maximum: 90 },
      { type: 'number', minimum: -180, maximum: 180 },
      { type: 'number', minimum: -90, maximum: 90 },
    ],
    items: { type: 'number' },
    minItems: 4,
    maxItems: 4,
  },
)

/** An H3 cell of any resolution, in hexadecimal; read in lower case. */
export const cell = described(
  z
    .string()
    .transform((value) => value.trim().toLowerCase())
    .refine(
      (value) => /^[0-9a-f]{15}$/.test(value) && isValidCell(value),
      'must be the index of an H3 cell such as 852b8997fffffff',
    ),
  { type: 'string', pattern: '^[0-9a-fA-F]{15}$' },
)
