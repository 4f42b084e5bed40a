import { isValidCell } from 'h3-js'
import { z } from 'zod'
import { described } from './described.ts'
import { decimal, decimalText } from './numbers.ts'
import { several, text } from './texts.ts'

export const latitude = decimal(-90, 90).meta({
  unit: 'degrees',
  description: 'Latitude of the center (WGS 84); needs `lng`',
  example: 44.41,
})
export const longitude = decimal(-180, 180).meta({
  unit: 'degrees',
  description: 'Longitude of the center (WGS 84); needs `lat`',
  example: -72.14,
})
/** The name of a place; its meaning depends on the snapshot. */
export const near = text.meta({
  description:
    'Center by name, in place of `lat` and `lng`: a ZIP code, `City, ST`, `City, State`, `County, ST`, an address, or `lat,lng`. A city alone works if it is far larger than its namesakes, and so do `NYC` and `Boston area`. Case does not matter; `St.` matches `Saint`',
  example: 'Danville, VT',
  filledIn: true, // optional only because lat and lng can replace it
})
export const mostRadius_mi = 100
/** The radius of a search without one. */
export const usualRadius_mi = 25
/** Miles, above 0 and up to the maximum. */
export const radius = described(
  decimalText('a number of miles such as 25')
    .transform(Number)
    .refine(
      (miles) => miles > 0 && miles <= mostRadius_mi,
      `must be over 0 and at most ${mostRadius_mi}`,
    ),
  { type: 'number', exclusiveMinimum: 0, maximum: mostRadius_mi },
)
const fiveDigits = z.string().regex(/^\d{5}$/, 'must be five digits')
const zip = z
  .string()
  .regex(/^\d{5}(?:-\d{4})?$/, 'must be five digits, or nine with a hyphen')
  .transform((value) => value.slice(0, 5))
/** ZIP codes; of ZIP+4, the first five digits. */
export const zipList = several(zip, 20, { type: 'string', pattern: '^\\d{5}(-\\d{4})?$' })
export const countyFipsList = several(fiveDigits, 20, { type: 'string', pattern: '^\\d{5}$' })

const sides = [180, 90, 180, 90] as const
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
    prefixItems: sides.map((most) => ({ type: 'number', minimum: -most, maximum: most })),
    items: { type: 'number' },
    minItems: 4,
    maxItems: 4,
  },
)

/** An H3 cell of any resolution, in hexadecimal; returned in lower case. */
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
