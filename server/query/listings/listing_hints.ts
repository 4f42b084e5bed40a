import { counted } from '../../../data/digit_grouping.ts'
import { wholeOf } from '../../snapshot/said/snapshot_since.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { ReadyCondition } from '../../snapshot/sets/row_sets.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { conditionsThatEmpty, placeHint, withoutHint, type Without } from '../hints/emptied_by.ts'
import { countBroader, type ListHints } from '../hints/list_hints.ts'
import { unknownHint } from '../hints/unknown_terms.ts'
import { farmsWithin } from '../market/area.ts'
import { choiceFields, chooseProduct, type ProductChoice } from '../market/product_choice.ts'
import type { Near } from '../select.ts'
import { countListings, listingsThat, type ListingFilters } from './find_listings.ts'

type Asked = { wanted: ListingFilters; near: Near | undefined; total: number }

/** The products matched, the product probably meant if it is unknown, and for an empty list the reasons. */
export async function listingHints(
  asked: Asked,
  request: FilterRequest,
): Promise<ListHints & { matched_products: string[] | null }> {
  const { product, exact } = asked.wanted
  const choice = product === undefined ? null : chooseProduct(product, request, exact)
  if (asked.total > 0) return choiceFields(choice)
  const without = await emptiedListings(asked, request)
  const isUnknown = choice?.did_you_mean !== undefined
  const hints = [
    ...(isUnknown
      ? [unknownHint(request.snapshot, { parameter: 'product', field: 'products', text: product! })]
      : []),
    ...offeredHint(asked, choice, request),
    ...(asked.near ? await nearestHint(asked.wanted, asked.near, request) : []),
    ...without
      .filter(({ parameter }) => parameter !== 'radius' && !isUnknown)
      .map((each) => withoutHint(each, 'listing')),
  ]
  return {
    ...choiceFields(choice),
    ...(product !== undefined && {
      broader: await countBroader(product, (broader) =>
        countListings({ ...asked.wanted, product: broader }, asked.near, request),
      ),
    }),
    ...(without.length > 0 && { without }),
    ...(hints.length > 0 && { hints }),
  }
}

/** Explains that there are no listings, or that farms of the circle offer the product without one. */
function offeredHint(
  { near }: Asked,
  choice: ProductChoice | null,
  { snapshot }: FilterRequest,
): string[] {
  if (snapshot.listings.count === 0)
    return [
      'no farm of the snapshot has product listings: /v1/food finds farms that name a product',
    ]
  if (!near || !choice) return []
  const { asked, farms: only } = choice
  const farms = farmsWithin(snapshot, { center: near, radius_mi: near.radius_mi, only })
  return farms === 0
    ? []
    : [
        `${counted(farms, 'farm')} in the circle ${farms === 1 ? 'offers' : 'offer'} \`${asked}\`, but none has such a listing: /v1/food finds farms that name a product without a price`,
      ]
}

/** Tells how far the nearest farm is that has such a listing. */
async function nearestHint(wanted: ListingFilters, near: Near, request: FilterRequest) {
  const { listings, hidden, farms } = request.snapshot
  const set = await listingsThat(wanted, request)
  const all = () => Bitmap.fromRanges([[0, listings.count]], listings.count)
  const withListing: ReadyCondition = {
    key: `with listings ${JSON.stringify([names.map((name) => wanted[name] ?? null), hidden.key])}`,
    set: () => listings.rowsOf(set ?? all(), farms),
  }
  return placeHint(request.snapshot, near, [withListing])
}

const names = [
  'product',
  'exact',
  'state',
  'in_stock',
  'unit',
  'comparable_unit',
  'min_price',
  'max_price',
] as const satisfies (keyof ListingFilters)[]

/** Counts the listings without each condition that excludes some, or else without each two. */
function emptiedListings({ wanted, near }: Asked, request: FilterRequest): Promise<Without[]> {
  const given = [
    ...names.filter((name) => wanted[name] !== undefined && wanted[name] !== false),
    ...(near ? ['radius' as const] : []),
    ...(request.snapshot.saidSince ? ['said_since' as const] : []),
  ]
  return conditionsThatEmpty(given, async (left) => {
    const asker = left.includes('said_since')
      ? { ...request, snapshot: wholeOf(request.snapshot) }
      : request
    const others = { ...wanted, ...Object.fromEntries(left.map((each) => [each, undefined])) }
    const count = (more: Partial<ListingFilters>) =>
      countListings({ ...others, ...more }, left.includes('radius') ? undefined : near, asker)
    const found = { parameter: left.join(','), count: await count({}) }
    return {
      ...found,
      ...(left.length === 1 && (await knownOf(left[0]!, found.count, others, count))),
    }
  })
}

/** For how many listings the stock, or the price, is known and unknown, if the condition is on it. */
async function knownOf(
  left: string,
  found: number,
  others: ListingFilters,
  count: (more: Partial<ListingFilters>) => Promise<number>,
): Promise<Pick<Without, 'known' | 'unknown'>> {
  if (left === 'in_stock') {
    const unknown = await count({ in_stock: 'unknown' })
    return { known: found - unknown, unknown }
  }
  if (left !== 'min_price' && left !== 'max_price') return {}
  const known = await count({ min_price: others.min_price ?? 0 })
  return { known, unknown: found - known }
}
