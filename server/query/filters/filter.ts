import type { z } from 'zod'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Facet } from '../../../data/schema/serving/terms.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { TermField } from '../../snapshot/sets/term_sets.ts'
import { inStock } from '../listings/in_stock.ts'
import type { FilterOptions } from './options.ts'

/** What a filter may look at besides its own value. */
export type FilterRequest = {
  snapshot: Snapshot
  tier: Tier
  now: Date
  /** The newest editions of the snapshots that filters name; null = it has none with a date. */
  editions?: ReadonlyMap<string, string | null>
}

type Filter<Schema extends z.ZodType> = {
  meaning: string
  /** A value as a query string has it. */
  example: string
  /** The lowest tier that may use it: a filter on a field shows that field, so it has its tier. */
  tier: Tier
  /** Other names that requests may give it. */
  aliases?: readonly string[]
  /** Reads the parameter's text. */
  schema: Schema
  /** What must hold for a value; farms must meet each. */
  conditions: (
    value: z.output<Schema>,
    request: FilterRequest,
    options: FilterOptions,
  ) => Condition[]
}
export const filter = <Schema extends z.ZodType>(definition: Filter<Schema>) => definition

/** The field has one of the values. */
export const isAmong =
  (field: TermField) =>
  (values: string[], { snapshot }: FilterRequest): Condition[] => [
    { key: `${field}=${values.join()}`, set: () => snapshot.termSets.any(field, values) },
  ]

/** The farm's ZIP code is one of some. */
export const isInZip = (zips: string[], { snapshot }: FilterRequest): Condition[] => {
  const { farms, farmColumns } = snapshot
  const wanted = new Set(zips.map(Number))
  const rows = () => Bitmap.where(farms, (row) => wanted.has(farmColumns.zip[row]!))
  return [{ key: `zip=${zips.join()}`, rows }]
}

/** The farm has a quality score or a higher one: each is a value of its own. */
export const scoresAtLeast = (least: number, request: FilterRequest): Condition[] => {
  const { names } = request.snapshot.attributes.range('quality_score')
  const scores = names.filter((score) => Number(score) >= least)
  return isAmong('quality_score')(scores, request)
}

type Ready = Extract<Condition, { set: unknown }>

/** The farm has one of some terms of a facet, as the snapshot spells them. */
export const hasAnyOf = (
  facet: Facet,
  names: readonly string[],
  { termSets }: Pick<Snapshot, 'termSets'>,
): Ready => ({
  key: keyOf(facet, names),
  set: () => termSets.any(facet, names),
})

/** One of some conditions holds. */
const anyOf = (conditions: Ready[]): Ready => ({
  key: conditions.map(({ key }) => key).join(' or '),
  set: () => conditions.map(({ set }) => set()).reduce((one, other) => one.or(other)),
})

/** Keys of lists of names, which `Terms` keeps: a product may have a hundred kinds. */
const keys = new WeakMap<readonly string[], string>()

function keyOf(facet: Facet, names: readonly string[]): string {
  const known = keys.get(names)
  if (known !== undefined) return known
  const key = `${facet}:${JSON.stringify(names)}`
  keys.set(names, key)
  return key
}

/** The farm has one of the terms or a kind of it, or with `match=all` each, in any spelling that the snapshot has. */
export const hasTerms =
  (facet: Facet) =>
  (texts: string[], { snapshot }: FilterRequest, { match }: FilterOptions): Condition[] => {
    const each = texts.map((text) =>
      hasAnyOf(facet, snapshot.terms.matchKinds(facet, text), snapshot),
    )
    return match === 'all' || each.length === 1 ? each : [anyOf(each)]
  }

/** The farm has one of the products in stock, or with `match=all` each. */
export const inStockOf = (
  products: string[],
  { snapshot }: FilterRequest,
  { match }: FilterOptions,
): Condition[] =>
  match === 'all'
    ? products.map((product) => inStock(snapshot, [product]))
    : [inStock(snapshot, products)]
