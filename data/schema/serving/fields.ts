type Spec = {
  /** One text, a list of terms (`many`), or `derived` from other fields by the pipeline. */
  kind: 'one' | 'many' | 'derived'
  /**
   * Figures of an area count it. Its codes are in the columns `attributes`, with sums for the nodes of the
   * cell tree. The codes of other fields are in `facets`: market figures have fewer codes to add.
   */
  market: boolean
  /** The parameter that selects some of its values. Lists count by value the fields that have one. */
  filter?: string
  /** The field whose codes lists count instead. */
  counted?: string
  /** For a derived field: the farm field that it comes from. */
  from?: string
  /** Its name in the serving file and the market tables; default: the field's. */
  stored?: string
}

/**
 * The fields that farms are counted and filtered by. Each value that some farm has is a code in the serving
 * file (columns.ts), numbered in the order of this table. Values of `quality_score` are whole numbers.
 * `quality_tier` is `incomplete` for farms below the Basic line. `offered` adds all broader products to the
 * farm's own, as requests count them. `delivery_kinds` are pickup and delivery: the vocabulary's categories
 * of the farm's delivery options. `known` has the market's lists that are known, and `prices` if the farm
 * has a price.
 */
export const fields = {
  state: { kind: 'one', market: false, filter: 'state' },
  county: { kind: 'one', market: false, filter: 'county' },
  county_fips: { kind: 'one', market: false, filter: 'county_fips' },
  place_type: { kind: 'one', market: true, filter: 'place_type' },
  verification_status: {
    kind: 'one',
    market: true,
    filter: 'verification_status',
    stored: 'verification',
  },
  quality_tier: { kind: 'one', market: true, filter: 'quality_tier' },
  quality_score: { kind: 'one', market: true },
  products: { kind: 'many', market: true, filter: 'products', counted: 'offered' },
  offered: { kind: 'derived', market: true, from: 'products' },
  categories: { kind: 'many', market: false, filter: 'category' },
  certifications: { kind: 'many', market: true, filter: 'certifications' },
  practices: { kind: 'many', market: true, filter: 'practices' },
  delivery_options: { kind: 'many', market: true, filter: 'delivery_options' },
  delivery_kinds: { kind: 'derived', market: true, from: 'delivery_options' },
  payment_methods: { kind: 'many', market: false, filter: 'payment_methods' },
  known: { kind: 'derived', market: true },
} as const satisfies Record<string, Spec>
export type Field = keyof typeof fields

type FieldWith<Part> = {
  [Each in Field]: (typeof fields)[Each] extends Part ? Each : never
}[Field]
export type MarketField = FieldWith<{ market: true }>
export type FacetName = FieldWith<{ filter: string }>
/** A farm's lists that market figures count. */
export type KnownList = FieldWith<{ kind: 'many'; market: true }>

/** The fields with some properties, in the order of the table. */
export const fieldsWith = <const Part extends Partial<Spec>>(part: Part): FieldWith<Part>[] =>
  (Object.keys(fields) as FieldWith<Part>[]).filter((field) =>
    Object.entries(part).every(([name, value]) => specOf(field)[name as keyof Spec] === value),
  )

export const specOf = (field: Field): Spec => fields[field]

/** The farm field that one of a field's names is about; `known` has names of farm fields. */
export function farmFieldOf(field: Field, name: string): string {
  if (field !== 'known') return specOf(field).from ?? field
  return name === 'prices' ? 'product_listings' : name
}

export const storedName = (field: Field): string => specOf(field).stored ?? field
