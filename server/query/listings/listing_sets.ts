import { products, units } from '../../../data/vocabulary/vocabulary.ts'
import type { ListingKind } from '../../../data/schema/serving/listings.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { filters } from '../filters/filters.ts'
import type { FilterRequest } from '../filters/filter.ts'

/** What listings must be; what is undefined may be anything. */
export type ListingFilters = {
  product?: string | undefined
  /** Whether kinds of the product are left out. */
  exact: boolean
  state?: FilterState | undefined
  in_stock?: 'true' | 'false' | 'unknown' | undefined
  unit?: string | undefined
  comparable_unit?: ListingKind['comparable_unit'] | undefined
  /** US dollars, as listed, both included. */
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
  if (snapshot.hidden.visible) conditions.push(visible(snapshot))
  const sets: Bitmap[] = await snapshot.listingSets.findAll(conditions)
  return sets.length === 0 ? null : sets.reduce((one, other) => one.and(other))
}

/** The kinds of listing that meet the filters on what a kind says. */
function ofKinds({ listings }: Snapshot, wanted: ListingFilters): Condition[] {
  const tests = [ofProduct(wanted), ofStock(wanted), ...ofUnits(wanted)].filter(
    (each) => each !== null,
  )
  if (tests.length === 0) return []
  const chosen = Uint8Array.from(listings.kinds, (kind) =>
    tests.every((meets) => meets(kind)) ? 1 : 0,
  )
  const key = `kinds ${[...chosen.keys()].filter((each) => chosen[each] === 1).join()}`
  return [{ key, rows: () => listings.ofKinds(chosen) }]
}

type Test = (kind: ListingKind) => boolean

function ofProduct({ product, exact }: ListingFilters): Test | null {
  if (product === undefined) return null
  const names = exact ? [products.find(product)?.name ?? product] : products.kindsOf(product)
  const keys = new Set(names.map((name) => products.keyOf(name)))
  return (kind) => kind.product !== null && keys.has(products.keyOf(kind.product))
}

const inStock = { true: true, false: false, unknown: null }

const ofStock = ({ in_stock }: ListingFilters): Test | null =>
  in_stock === undefined ? null : (kind) => kind.in_stock === inStock[in_stock]

function ofUnits({ unit, comparable_unit }: ListingFilters): Test[] {
  const tests: Test[] = []
  if (unit !== undefined)
    tests.push((kind) => kind.unit !== null && units.keyOf(kind.unit) === units.keyOf(unit))
  if (comparable_unit !== undefined) tests.push((kind) => kind.comparable_unit === comparable_unit)
  return tests
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
  const { ids, visible } = hidden
  return { key: `without ${ids.join()}`, rows: () => listings.ofRows(visible!) }
}
