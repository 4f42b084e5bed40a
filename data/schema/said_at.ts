import { z } from 'zod'
import { free, paid } from './meta.ts'

/**
 * Groups of farm fields that belong together. Each group has its own date in `said_at`, and comes from an
 * earlier listing as a whole.
 */
export const datedGroups = {
  products: ['products', 'products_other', 'categories', 'categories_other'],
  listings: ['product_listings'],
  hours: ['hours', 'hours_json'],
  practices: ['practices', 'practices_other', 'certifications', 'certifications_other'],
  payment_methods: ['payment_methods', 'payment_methods_other'],
  delivery_options: ['delivery_options', 'delivery_options_other'],
  contact: ['phone', 'website', 'email', 'social_links'],
  text: ['description', 'story', 'tagline'],
  image: ['images', 'image_url', 'farmer_photo_url'],
} as const satisfies Record<string, string[]>
export type DatedGroup = keyof typeof datedGroups
export const groupNames = Object.keys(datedGroups) as DatedGroup[]

/** The group of a farm field; undefined if it has no date of its own. */
export const groupOf = (field: string): DatedGroup | undefined =>
  groupNames.find((name) => (datedGroups[name] as readonly string[]).includes(field))

const day = z.iso.date().nullable()
const of = (what: string) => `Day of the statement about ${what}; null = unknown`

const freeDays = { products: free(day, of('products and categories')) }

/** The dates that paid keys get. */
const paidDays = {
  listings: paid(day, of('prices')),
  hours: paid(day, of('opening hours')),
  practices: paid(day, of('practices and certifications')),
  payment_methods: paid(day, of('payment methods')),
  delivery_options: paid(day, of('delivery options')),
  contact: paid(day, of('telephone, website, e-mail and social pages')),
  text: paid(day, of('description, story and motto')),
  image: paid(day, of('images')),
} satisfies Record<Exclude<DatedGroup, keyof typeof freeDays>, z.ZodType>

export const saidAt = z.strictObject({ ...freeDays, ...paidDays })

/** The same in answers, where free keys get the free groups. */
export const answeredSaidAt = z
  .strictObject({ ...freeDays, ...z.strictObject(paidDays).partial().shape })
  .meta({ id: 'SaidAt' })
export type SaidAt = z.infer<typeof saidAt>

/** The time of a farm's latest update, or else the day of its newest statement; null = unknown. */
export const newestSaid = ({ updated_at, said_at }: Stated): string | null =>
  updated_at ??
  Object.values(said_at ?? {})
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1) ??
  null

type Stated = {
  updated_at?: string | null | undefined
  said_at?: Readonly<Record<string, string | null | undefined>> | undefined
}

/** The dates of free groups. */
export const publicSaidAt = z.strictObject(freeDays)
export const freeGroups = Object.keys(freeDays) as DatedGroup[]

/** An example of `said_at`. */
export const saidAtExample: SaidAt = {
  products: '2021-07-30',
  listings: null,
  hours: '2021-07-30',
  practices: null,
  payment_methods: '2021-07-30',
  delivery_options: null,
  contact: '2022-04-14',
  text: null,
  image: null,
}
