import type { Tier } from '../meta.ts'
import { farm, type Farm } from '../tables/farm.ts'

type Spec = {
  /** One text, a list of terms (`many`), a number, a date, or `derived` from other fields by the pipeline. */
  kind: 'one' | 'many' | 'number' | 'date' | 'derived'
  /**
   * The serving file's columns that hold it (columns.ts). Market figures count `attributes`, which have sums
   * for the nodes of the cell tree. The others are in `facets`, so that market figures have fewer codes to
   * add. Columns of `farms` are only compared.
   */
  in: 'attributes' | 'facets' | 'farms'
  /** The parameter that selects farms by it. */
  filter?: string
  /** Lists count their farms by its values. */
  facet?: true
  /** The field whose codes lists count instead. */
  counted?: string
  /** For a derived field: the farm field that it comes from. */
  from?: string
  /** Its name in the serving file and the market tables; default: the field's. */
  stored?: string
}

/**
 * The farm fields that requests filter and count by. Each value that some farm has in `attributes` or
 * `facets` is a code, numbered in the order of this table. Values of `quality_score` are whole numbers.
 * `quality_tier` is `incomplete` for farms below the Basic line. `offered` adds all broader products to the
 * farm's own, as requests count them. `delivery_kinds` are pickup and delivery: the vocabulary's categories
 * of the farm's delivery options. `known` has the market's lists that are known, and `prices` if the farm
 * has a price.
 */
export const fields = {
  state: { kind: 'one', in: 'facets', filter: 'state', facet: true },
  county: { kind: 'one', in: 'facets', filter: 'county', facet: true },
  county_fips: { kind: 'one', in: 'facets', filter: 'county_fips', facet: true },
  zip: { kind: 'number', in: 'farms', filter: 'zip' },
  place_type: { kind: 'one', in: 'attributes', filter: 'place_type', facet: true },
  verification_status: {
    kind: 'one',
    in: 'attributes',
    filter: 'verification_status',
    facet: true,
    stored: 'verification',
  },
  quality_tier: { kind: 'one', in: 'attributes', filter: 'quality_tier', facet: true },
  quality_score: { kind: 'number', in: 'attributes', filter: 'min_quality_score' },
  products: { kind: 'many', in: 'attributes', filter: 'products', facet: true, counted: 'offered' },
  offered: { kind: 'derived', in: 'attributes', from: 'products' },
  categories: { kind: 'many', in: 'facets', filter: 'category', facet: true },
  certifications: { kind: 'many', in: 'attributes', filter: 'certifications', facet: true },
  practices: { kind: 'many', in: 'attributes', filter: 'practices', facet: true },
  delivery_options: { kind: 'many', in: 'attributes', filter: 'delivery_options', facet: true },
  delivery_kinds: { kind: 'derived', in: 'attributes', from: 'delivery_options' },
  payment_methods: { kind: 'many', in: 'facets', filter: 'payment_methods', facet: true },
  known: { kind: 'derived', in: 'attributes' },
  updated_at: { kind: 'date', in: 'farms', filter: 'updated_since' },
  changed_at: { kind: 'date', in: 'farms', filter: 'changed_since' },
  first_listed: { kind: 'date', in: 'farms', filter: 'first_listed_since' },
  last_listed: { kind: 'date', in: 'farms', filter: 'last_listed_since' },
} as const satisfies Record<string, Spec>
export type Field = keyof typeof fields

type FieldWith<Part> = {
  [Each in Field]: (typeof fields)[Each] extends Part ? Each : never
}[Field]
/** The groups of columns that hold codes. */
export type CodeGroup = 'attributes' | 'facets'
export type CodedField = FieldWith<{ in: CodeGroup }>
export type MarketField = FieldWith<{ in: 'attributes' }>
export type FacetField = FieldWith<{ facet: true }>
export type FilteredField = FieldWith<{ filter: string }>
/** A field that holds terms. */
export type TermField = FieldWith<{ kind: 'many' }>
/** A farm's lists that market figures count. */
export type KnownList = FieldWith<{ kind: 'many'; in: 'attributes' }>

export const specOf = (field: Field): Spec => fields[field]

/** The fields with some properties, in the order of the table. */
export const fieldsWith = <const Part extends Partial<Spec>>(
  part: Part & Record<Exclude<keyof Part, keyof Spec>, never>,
): FieldWith<Part>[] =>
  (Object.keys(fields) as FieldWith<Part>[]).filter((field) =>
    Object.entries(part).every(([name, value]) => specOf(field)[name as keyof Spec] === value),
  )

/** The fields that hold terms, and their filters. */
export const termFields = fieldsWith({ kind: 'many' })
export const termFilters = termFields.map((field) => fields[field].filter)

/** The lowest tier that sees a farm field. */
export const tierOf = (field: keyof Farm): Tier => farm.shape[field].meta()!.tier!

/** The farm field that one of a field's names is about; `known` has names of farm fields. */
export function farmFieldOf(field: Field, name: string): string {
  if (field !== 'known') return specOf(field).from ?? field
  return name === 'prices' ? 'product_listings' : name
}

export const storedName = (field: Field): string => specOf(field).stored ?? field
