import { listValue } from '@duckdb/node-api'
import type { z } from 'zod'
import type { Tier } from '../../data/schema/meta.ts'
import type { Facet } from '../../data/schema/serving.ts'
import * as parameter from '../http/parameters.ts'
import type { Condition } from '../snapshot/row_sets.ts'
import type { Terms } from '../snapshot/terms.ts'

type Filter<Schema extends z.ZodType> = {
  meaning: string
  /** The lowest tier that may use it: a filter on a field shows that field, so it has its tier. */
  tier: Tier
  /** Reads the parameter's text. */
  schema: Schema
  /** What must hold for a value; farms must meet each. */
  conditions: (value: z.output<Schema>, terms: Terms) => Condition[]
}
const filter = <Schema extends z.ZodType>(definition: Filter<Schema>) => definition

const equals = (column: string) => (value: string) => [
  { key: `${column}=${value}`, sql: `${column} = $value`, params: { value } },
]

const noFarm: Condition = { key: 'no farm', sql: 'false', params: {} }

/** Each text must be among the farm's terms, in whatever spelling the snapshot has it. */
const hasTerms = (facet: Facet) => (texts: string[], terms: Terms) =>
  texts.map((text) => {
    const names = terms.match(facet, text)
    if (names.length === 0) return noFarm
    return {
      key: `${facet}:${JSON.stringify(names)}`,
      sql: `list_has_any(${facet}, $names)`,
      params: { names: listValue(names) },
    }
  })

/** Every filter of the list endpoints, by the name of its parameter. */
export const filters = {
  state: filter({
    meaning: 'State or territory, abbreviated or in full',
    tier: 'free',
    schema: parameter.state,
    conditions: equals('state'),
  }),
  city: filter({
    meaning: 'City, whatever its case and accents',
    tier: 'free',
    schema: parameter.text,
    conditions: (city) => [
      {
        key: `city=${city}`,
        sql: 'lower(strip_accents(city)) = lower(strip_accents($city))',
        params: { city },
      },
    ],
  }),
  zip: filter({
    meaning: 'ZIP code',
    tier: 'paid',
    schema: parameter.zip,
    conditions: equals('zip'),
  }),
  place_type: filter({
    meaning: 'Kind of place',
    tier: 'free',
    schema: parameter.placeType,
    conditions: equals('place_type'),
  }),
  products: filter({
    meaning: 'Product names, comma-separated: the farm offers all of them (see products_match)',
    tier: 'free',
    schema: parameter.textList,
    conditions: hasTerms('products'),
  }),
  category: filter({
    meaning: 'Product category',
    tier: 'free',
    schema: parameter.text,
    conditions: (category, terms) => hasTerms('categories')([category], terms),
  }),
  certifications: filter({
    meaning: 'Certifications, comma-separated: the farm has all of them',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('certifications'),
  }),
  practices: filter({
    meaning: 'Growing practices, comma-separated: the farm has all of them',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('practices'),
  }),
  delivery_options: filter({
    meaning: 'Delivery options, comma-separated: the farm has all of them',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('delivery_options'),
  }),
  payment_methods: filter({
    meaning: 'Payment methods, comma-separated: the farm takes all of them',
    tier: 'paid',
    schema: parameter.textList,
    conditions: hasTerms('payment_methods'),
  }),
  verification_status: filter({
    meaning: 'How far the listing is verified',
    tier: 'paid',
    schema: parameter.verificationStatus,
    conditions: equals('verification_status'),
  }),
  quality_tier: filter({
    meaning: 'Band of the quality score',
    tier: 'paid',
    schema: parameter.qualityTier,
    conditions: equals('quality_tier'),
  }),
  min_quality_score: filter({
    meaning: 'Least quality score, 0 to 100',
    tier: 'paid',
    schema: parameter.integer(0, 100),
    conditions: (score) => [
      { key: `quality_score>=${score}`, sql: 'quality_score >= $score', params: { score } },
    ],
  }),
}
export type FilterName = keyof typeof filters

/** What the coverage of an answer counts: the farms for which an attribute is known. */
export const known = {
  products: { key: 'known products', sql: 'products is not null', params: {} },
  hours: { key: 'known hours', sql: 'hours is not null', params: {} },
  prices: {
    key: 'known prices',
    sql: 'id in (select farm_id from product_listings where price is not null)',
    params: {},
  },
} satisfies Record<string, Condition>
