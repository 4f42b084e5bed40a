import { z } from 'zod'
import type { Point } from '../../../data/geography/distance.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { listingSorts, type ListingSort } from '../../../data/schema/serving/sorts.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { component, miles } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { filterParameters } from '../../query/filters/filters.ts'
import { findListings, listingRows, listingsThat } from '../../query/listings/find_listings.ts'
import { listingHints } from '../../query/listings/listing_hints.ts'
import { dataRoute } from '../data_route.ts'
import { listResponse } from '../lists/envelope.ts'
import { Fields } from '../lists/fields.ts'
import { format, hasMeta } from '../lists/formats.ts'
import { rowsAnswer } from '../lists/row_formats.ts'
import {
  saidSince,
  comparableUnit,
  exact,
  requireUnit,
  centerOf,
  locationOf,
  radiusIfCenter,
  requireNoRadius,
  whereParameters,
  type Where,
} from '../parameters.ts'

const { place_type, city, county, county_fips, state, lat, lng, updated_at } = farm.shape
const { id, farm_id, ...ofListing } = productListing.shape

const row = component('FarmListing', 'Product listing with its farm', {
  id,
  farm_id,
  farm_name: farm.shape.name,
  place_type,
  city,
  county,
  county_fips,
  state,
  lat,
  lng,
  updated_at,
  distance_mi: miles(
    'Distance of the farm from the center, two decimals; absent without a center',
    19.42,
  ).optional(),
  ...ofListing,
})
const fields = new Fields(row)

const price = (which: string, example: number) =>
  parameter
    .decimal(0, 1_000_000)
    .optional()
    .meta({
      unit: 'US dollars',
      description: `${which} price of one unit, as listed, inclusive. Excludes listings without a price. With \`unit\` or \`comparable_unit\`, all prices are in one unit`,
      example,
    })

const sorts = [...(Object.keys(listingSorts) as ListingSort[]), 'distance'] as const

const parameters = z.strictObject({
  product: parameter.text.optional().meta({
    aliases: ['products'],
    description:
      'Product name or alias, singular or plural, in any case; varieties count (see `exact`)',
    example: 'eggs',
  }),
  exact,
  ...whereParameters,
  radius: radiusIfCenter,
  state: filterParameters.state,
  in_stock: parameter.oneOf('in_stock', ['true', 'false', 'unknown']).optional().meta({
    description: 'Stock status; unknown = stock is not tracked',
    example: 'true',
  }),
  unit: parameter.text.optional().meta({
    description: 'Unit, as listed',
    example: 'dozen',
  }),
  comparable_unit: comparableUnit.optional().meta({
    description: 'Comparable unit: listings whose price converts to it (see `comparable_price`)',
    example: 'dozen',
  }),
  min_price: price('Minimum', 2),
  max_price: price('Maximum', 12),
  sort: parameter.oneOf('sort', sorts).optional().meta({
    description:
      'Order of the list. Default: `distance` around a center, else `farm` (by farm id, then product). Listings without a price come last; ties are in the order of farm, product and listing id',
    example: 'price',
  }),
  said_since: saidSince,
  page: parameter.page,
  per_page: parameter.perPage,
  snapshot: parameter.snapshot,
  fields: fields.parameter.meta({
    description: 'Field names; default: all fields',
    example: 'farm_name,city,product,price,unit',
  }),
  format,
})

export const listings = dataRoute({
  path: '/v1/listings',
  operation: 'listListings',
  tag: 'Farms',
  summary: 'List product listings with prices and stock',
  details:
    'One row per product listing, with or without a price. Farms that state only product names have no listings; `/v1/food` finds them. The file `members/product_listings.parquet` contains all listings of a snapshot.',
  tier: 'paid',
  query: parameters,
  response: listResponse(row),
  defaults: (query) => ({ sort: defaultSort(query) }),
  async answer(request) {
    const { snapshot, query, format } = request
    const { radius, page, per_page } = query
    const center = centerOf(query, snapshot)
    requireUnit(snapshot.listings.kinds, query.unit)
    requireSense(query, center)
    const wanted = { ...query, exact: query.exact === 'true' }
    const near = center ? { ...center, radius_mi: radius } : undefined
    const sort = query.sort ?? defaultSort(query)
    const set = await listingsThat(wanted, request)
    const { places, total } = findListings(snapshot, { set, near, sort, page, per_page })
    if (!near) requireNoRadius(request.rawQuery)
    const counts = {
      count: places.length,
      total,
      snapshot: snapshot.id,
      ...(center && 'query' in center && { location: locationOf(center) }),
      ...(hasMeta(format) && (await listingHints({ wanted, near, total }, request))),
    }
    return rowsAnswer(request, counts, {
      rows: listingRows(snapshot, places, center),
      fields: query.fields,
      columns: fields.names.filter((name) => near || name !== 'distance_mi'),
      farmOf: ({ farm_id, lat, lng }) => ({ id: farm_id, lat, lng }),
    })
  },
})

const defaultSort = ({ near, lat }: Where) =>
  near === undefined && lat === undefined ? 'farm' : 'distance'

/** Throws a 400 Problem for parameters that contradict each other. */
function requireSense(
  { sort, fields: asked, min_price, max_price }: z.output<typeof parameters>,
  center: Point | null,
): void {
  const refuse = (parameter: string, message: string) => {
    throw badParameters([{ parameter, message }])
  }
  if (min_price !== undefined && max_price !== undefined && min_price > max_price)
    refuse('max_price', `must be min_price, ${min_price}, or more`)
  if (center) return
  const give = 'give lat and lng, or near'
  if (sort === 'distance') refuse('sort', `\`distance\` is an order around a point: ${give}`)
  if (asked?.includes('distance_mi'))
    refuse('fields', `distance_mi is known only around a point: ${give}`)
}
