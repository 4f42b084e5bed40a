import { millionths, type PriceKind } from '../../../data/schema/serving/prices.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { ListingKind } from '../../../data/schema/serving/listings.ts'
import type { Database } from '../../database/database.ts'
import { readCodeLists, withNodeSums } from './code_lists.ts'
import { readNumbers, readOrder, startsOf } from './numbers.ts'

/** The product listings of each farm, in the order of its profile. */
export async function listingColumns(
  database: Database,
  farms: number,
): Promise<Columns['listings']> {
  await database.run(listings)
  await database.run(kinds)
  const [counted] = await database.rows<{ n: number }>(
    'select count(*)::integer as n from serving_listings',
  )
  const { n } = counted!
  const [rows, ofKind, price] = [new Uint32Array(n), new Uint32Array(n), new Float64Array(n)]
  await readNumbers(database, numbers, rows, ofKind, price)
  const ordered = (order: string) =>
    readOrder(
      database,
      n,
      `select listing from serving_listings order by ${order}${order && ', '}${ties}`,
    )
  const columns = {
    kinds: await database.rows<ListingKind>(
      'select product, unit, comparable_unit, in_stock from serving_listing_kinds order by kind',
    ),
    starts: startsOf(rows, farms),
    ofKind,
    price,
    byFarm: await ordered(''),
    byPrice: await ordered('price nulls last'),
    byPriceDescending: await ordered('price desc nulls last'),
    byComparable: await ordered('comparable_price nulls last'),
    byComparableDescending: await ordered('comparable_price desc nulls last'),
  }
  await database.run('drop table serving_listings')
  await database.run('drop table serving_listing_kinds')
  return columns
}

const listings = `
  create temporary table serving_listings as
  select
    (row_number() over (order by farm, place) - 1)::uinteger as listing,
    farm,
    farm_id,
    each.id,
    each.product,
    each.unit,
    each.comparable_unit,
    each.in_stock,
    each.price,
    each.comparable_price
  from (
    select
      rowid::uinteger as farm,
      id as farm_id,
      unnest(product_listings) as each,
      generate_subscripts(product_listings, 1) as place
    from published.farms
  )`

const kinds = `
  create temporary table serving_listing_kinds as
  select
    *,
    (row_number() over (
      order by product nulls last, unit nulls last, comparable_unit nulls last, in_stock nulls last
    ) - 1)::uinteger as kind
  from (select distinct product, unit, comparable_unit, in_stock from serving_listings)`

const numbers = `
  select farm, kind, coalesce(price, 0)
  from serving_listings as listings
  join serving_listing_kinds as kinds
    on kinds.product is not distinct from listings.product
    and kinds.unit is not distinct from listings.unit
    and kinds.comparable_unit is not distinct from listings.comparable_unit
    and kinds.in_stock is not distinct from listings.in_stock
  order by listing`

const ties = 'farm_id, product nulls last, id'

/** The prices of each farm, from `market.farm_prices`. */
export async function priceColumns(
  database: Database,
  farms: number,
  tree: Columns['tree'],
): Promise<Columns['prices']> {
  const kinds = await database.rows<PriceKind>(
    `select product, unit, comparable_unit from (${priceKinds}) order by kind`,
  )
  const { values, ...rows } = await readCodeLists(database, farms, pricesOfRows, 2)
  const [listed, comparable] = values.map((each) => each.map(millionths))
  return {
    kinds,
    listed: listed!,
    comparable: comparable!,
    ...withNodeSums(rows, tree, kinds.length, comparable),
  }
}

const priceKinds = `
  select
    product,
    unit,
    comparable_unit,
    (row_number() over (order by product, unit nulls first) - 1)::uinteger as kind
  from (select distinct product, unit, comparable_unit from market.farm_prices)`

const pricesOfRows = `
  select farm::uinteger, kind, price, comparable_price
  from market.farm_prices
  join (${priceKinds}) as kinds
    on kinds.product = farm_prices.product
    and kinds.unit is not distinct from farm_prices.unit
    and kinds.comparable_unit is not distinct from farm_prices.comparable_unit
  order by farm, farm_prices.rowid`
