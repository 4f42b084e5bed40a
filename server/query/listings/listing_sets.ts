import { products, units } from '../../../data/vocabulary/vocabulary.ts'
import type { ListingKind } from '../../../data/schema/serving/listings.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { filters } from '../filters/filters.ts'
import type { FilterRequest } from '../filters/filter.ts'

/** Selects listings; undefined matches any. */
export type ListingFilters = {
  product?: string | undefined
  /** True if varieties of the product are excluded. */
  exact: boolean
  state?: FilterState | undefined
  in_stock?: 'true' | 'false' | 'unknown' | undefined
  unit?: string | undefined
  comparable_unit?: ListingKind['comparable_unit'] | undefined
  /** US dollars, as listed; both bounds are included. */
  min_price?: number | undefined
  max_price?: number | undefined
}
type FilterState = Parameters<typeof filters.state.conditions>[0]

/** The listings of visible farms that meet all filters; null = every listing of the snapshot. */
export async function listingsThat(
  wanted: ListingFilters,
  request: FilterRequest,
): Promise<Bitmap | null> {
  const { snapshot } = request
  const conditions = [...ofKinds(snapshot, wanted), ...ofPrices(snapshot, wanted)]
  if (wanted.state !== undefined)
    conditions.push(...filters.state.conditions(wanted.state, request, {}).map(ofFarms(snapshot)))
  const { counted } = snapshot.listings
  if (counted) conditions.push({ key: 'counted', rows: () => counted })
  if (snapshot.hidden.visible) conditions.push(visible(snapshot))
  const sets: Bitmap[] = await snapshot.listingSets.findAll(conditions)
  return sets.length === 0 ? null : sets.reduce((one, other) => one.and(other))
}

/** The listings of the kinds that meet the filters on a kind's own values. */
function ofKinds({ listings }: Snapshot, wanted: ListingFilters): Condition[] {
  const { product, exact, in_stock, comparable_unit } = wanted
  const unit = wanted.unit === undefined ? undefined : units.keyOf(wanted.unit)
  const key = product && products.keyOf(product)
  const asked = { product: key, exact, in_stock, unit, comparable_unit }
  if ([product, in_stock, unit, comparable_unit].every((each) => each === undefined)) return []
  const rows = () => listings.thatAre(testOf(wanted, unit))
  return [{ key: `kinds ${JSON.stringify(asked)}`, rows }]
}

const inStock = { true: true, false: false, unknown: null }

/** `unit`: the key of the requested unit. */
function testOf(wanted: ListingFilters, unit: string | undefined): (kind: ListingKind) => boolean {
  const { in_stock, comparable_unit } = wanted
  const names = namesOf(wanted)
  return (kind) =>
    (in_stock === undefined || kind.in_stock === inStock[in_stock]) &&
    (comparable_unit === undefined || kind.comparable_unit === comparable_unit) &&
    (unit === undefined || (kind.unit !== null && units.keyOf(kind.unit) === unit)) &&
    (!names || (kind.product !== null && names.has(products.keyOf(kind.product))))
}

/** The keys of the matching products; null = any. */
function namesOf({ product, exact }: ListingFilters): Set<string> | null {
  if (product === undefined) return null
  const names = exact ? [products.nameOf(product)] : products.kindsOf(product)
  return new Set(names.map((name) => products.keyOf(name)))
}

function ofPrices({ listings }: Snapshot, { min_price, max_price }: ListingFilters): Condition[] {
  if (min_price === undefined && max_price === undefined) return []
  const [least, most] = [min_price ?? 0, max_price ?? Infinity]
  return [{ key: `price ${least} ${most}`, rows: () => listings.priced(least, most) }]
}

/** The listings of the farms that meet a condition. */
const ofFarms =
  ({ sets, listings }: Snapshot) =>
  (condition: Condition): Condition => ({
    key: `farms ${condition.key}`,
    rows: async () => listings.ofRows((await sets.findAll([condition]))[0]),
  })

const visible = ({ hidden, listings }: Snapshot): Condition => {
  const { key, visible } = hidden
  return { key: `without ${key}`, rows: () => listings.ofRows(visible!) }
}
