import type { z } from 'zod'
import {
  termFilters,
  fields,
  tierOf,
  type CodedField,
  type FacetField,
  type FilteredField,
  type TermField,
} from '../../../data/schema/serving/fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { products as productTerms } from '../../../data/vocabulary/vocabulary.ts'
import { readCity } from '../../http/parameters/cities.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { wholeOf } from '../../snapshot/said/snapshot_since.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition, ReadyCondition } from '../../snapshot/sets/row_sets.ts'
import { inCountiesNamed, inCountiesOf } from './counties.ts'

/** Parameters that change how a filter matches. */
export const filterOptions = {
  match: parameter
    .oneOf('match', ['any', 'all'])
    .default('any')
    .meta({
      description: `Match mode of filters on lists: a farm has \`any\` of the values of each, or \`all\`. These are ${termFilters.slice(0, -1).join(', ')} and ${termFilters.at(-1)}`,
      example: 'all',
      aliases: ['products_match'],
    }),
  in_stock_only: parameter.flag('in_stock_only').meta({
    description:
      'Stock of the product: `true` keeps only farms with a listing in stock. Farms that do not track stock are left out. For free keys, `said_since` does not apply to stock',
  }),
  open_between: parameter.dayTime.optional().meta({
    description:
      'Time span within the day of `open_on`: farms open at any minute in the span; default: the whole day',
    example: '08:00-12:00',
    tier: 'paid',
  }),
  open_unknown: parameter.oneOf('open_unknown', ['exclude', 'include']).default('exclude').meta({
    description:
      'Treatment of farms with unknown hours by `open_at` and `open_on`: `include` adds them',
    example: 'include',
  }),
  now: parameter.moment.optional().meta({
    description:
      'Current time for `open_at=now` and for days of the week in `open_on`; default: the time of the request. `links.next` contains it, so that all pages use the same time',
    example: '2026-07-04T10:30:00-04:00',
  }),
}
export type FilterOptions = {
  [Name in keyof typeof filterOptions]?: z.output<(typeof filterOptions)[Name]>
}

/** Data that a filter may use besides its own value. */
export type FilterRequest = {
  snapshot: Snapshot
  tier: Tier
  now: Date
  /** The newest edition of each snapshot that filters name; null if the snapshot has no dated edition. */
  editions?: ReadonlyMap<string, string | null>
}

type Filter<Schema extends z.ZodType> = {
  meaning: string
  /** A value as written in a query string. */
  example: string
  /** The lowest tier that may use the filter. A filter reveals its field, so both have the same tier. */
  tier: Tier
  /** Other names of the parameter. */
  aliases?: readonly string[]
  schema: Schema
  /** The conditions of a value; farms must meet each. */
  conditions: (
    value: z.output<Schema>,
    request: FilterRequest,
    options: FilterOptions,
  ) => Condition[]
}
export const filter = <Schema extends z.ZodType>(definition: Filter<Schema>) => definition

/** A filter on a field, in its tier. */
export const filterOn = <Schema extends z.ZodType>(
  field: FilteredField,
  definition: Omit<Filter<Schema>, 'tier'>,
) => filter({ tier: tierOf(field), ...definition })

/** A filter on the values of a field: any of them may match. */
export const filterBy = <Schema extends z.ZodType<string[]>>(
  field: FacetField,
  definition: Omit<Filter<Schema>, 'tier' | 'conditions'>,
) => {
  const conditions = fields[field].kind === 'many' ? hasTerms(field as TermField) : isAmong(field)
  return filterOn(field, { ...definition, conditions })
}

/** The field has one of the values. */
const isAmong =
  (field: CodedField) =>
  (values: string[], { snapshot }: FilterRequest): Condition[] => [
    { key: `${field}=${values.join()}`, set: () => snapshot.fieldCodes.any(field, values) },
  ]

/** The farm's ZIP code is one of the given codes. */
export const isInZip = (zips: string[], { snapshot }: FilterRequest): Condition[] => {
  const { farms, farmColumns } = snapshot
  const wanted = new Set(zips.map(Number))
  const rows = () => Bitmap.where(farms, (row) => wanted.has(farmColumns.zip[row]!))
  return [{ key: `zip=${zips.join()}`, rows }]
}

/** The farm has this quality score or a higher one. Each score is a value of its own. */
export const scoresAtLeast = (least: number, request: FilterRequest): Condition[] => {
  const { names } = request.snapshot.fieldCodes.of('quality_score')
  const scores = names.filter((score) => Number(score) >= least)
  return isAmong('quality_score')(scores, request)
}

/** The farm has any of some terms of a field, in the snapshot's spelling. */
export const hasAnyOf = (
  field: TermField,
  names: readonly string[],
  { fieldCodes }: Pick<Snapshot, 'fieldCodes'>,
): ReadyCondition => ({
  key: keyOf(field, names),
  set: () => fieldCodes.any(field, names),
})

/** Any of some conditions holds. */
const anyOf = (conditions: ReadyCondition[]): ReadyCondition => ({
  key: conditions.map(({ key }) => key).join(' or '),
  set: () => conditions.map(({ set }) => set()).reduce((one, other) => one.or(other)),
})

/** Keys of lists of names, which `Terms` keeps: a product may have a hundred varieties. */
const keys = new WeakMap<readonly string[], string>()

function keyOf(field: TermField, names: readonly string[]): string {
  const known = keys.get(names)
  if (known !== undefined) return known
  const key = `${field}:${JSON.stringify(names)}`
  keys.set(names, key)
  return key
}

/** The farm has one of the terms or their varieties, or each with `match=all`, in any known spelling. */
export const hasTerms =
  (field: TermField) =>
  (texts: string[], { snapshot }: FilterRequest, { match }: FilterOptions): Condition[] => {
    const each = texts.map((text) =>
      hasAnyOf(field, snapshot.terms.matchKinds(field, text), snapshot),
    )
    return match === 'all' || each.length === 1 ? each : [anyOf(each)]
  }

/**
 * The farm has one of the products in stock, or each with `match=all`. When it said so is for paid keys, so for
 * free keys the date does not matter.
 */
export function inStockOf(
  products: string[],
  { snapshot, tier }: FilterRequest,
  { match }: FilterOptions,
): Condition[] {
  const stated = tier === 'paid' ? snapshot : wholeOf(snapshot)
  return match === 'all'
    ? products.map((product) => inStock(stated, [product]))
    : [inStock(stated, products)]
}

/** The farm's own listings show one of some products, or a variety, in stock. */
function inStock({ listings, farms }: Snapshot, names: readonly string[]): Condition {
  const keys = new Set(
    names.flatMap((name) => productTerms.kindsOf(name)).map((kind) => productTerms.keyOf(kind)),
  )
  const isMeant = ({ product, in_stock }: (typeof listings.kinds)[number]) =>
    in_stock === true && product !== null && keys.has(productTerms.keyOf(product))
  return {
    key: `in stock${listings.counted ? ' since' : ''} ${JSON.stringify([...keys].sort())}`,
    rows: () => listings.rowsOf(listings.thatAre(isMeant), farms),
  }
}

/** Finds the farms in places of some names, in any state. */
type InPlaces = (snapshot: Snapshot, names: string[]) => Bitmap

/** The farm is in one of the places (see `cityList`), in the state named with the place. */
const isIn =
  (field: 'city' | 'county', inPlaces: InPlaces) =>
  (entries: string[], { snapshot }: FilterRequest): Condition[] => {
    const { farms, fieldCodes } = snapshot
    const byState = Map.groupBy(entries.map(readCity), ({ state }) => state)
    const rows = () => {
      let found = new Bitmap(farms)
      for (const [state, places] of byState) {
        const named = inPlaces(
          snapshot,
          places.map(({ name }) => name),
        )
        found = found.or(state === null ? named : named.and(fieldCodes.any('state', [state])))
      }
      return found
    }
    return [{ key: `${field}=${entries.join()}`, rows }]
  }

export const isInCity = isIn('city', ({ inCities }, names) => inCities(names))

export const isInCounty = isIn('county', inCountiesNamed)

/** The farm is in a county of some FIPS codes. */
export const isInCountyOf = (codes: string[], { snapshot }: FilterRequest): Condition[] => [
  { key: `county_fips=${codes.join()}`, rows: () => inCountiesOf(snapshot, codes) },
]
