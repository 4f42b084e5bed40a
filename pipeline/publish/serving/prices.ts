import { millionths, type PriceKind } from '../../../data/schema/serving/attributes.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'
import { readCodeLists, withNodeSums } from './code_lists.ts'

/** The prices of each farm, from `market.farm_prices`. */
export async function priceColumns(
  database: Database,
  farms: number,
  tree: Columns['tree'],
): Promise<Columns['prices']> {
  const kinds = await database.rows<PriceKind>(
    `select product, unit, comparable_unit from (${priceKinds}) order by kind`,
  )
  const { values, ...rows } = await readCodeLists(database, farms, prices, 2)
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

const prices = `
  select farm::uinteger, kind, price, comparable_price
  from market.farm_prices
  join (${priceKinds}) as kinds
    on kinds.product = farm_prices.product
    and kinds.unit is not distinct from farm_prices.unit
    and kinds.comparable_unit is not distinct from farm_prices.comparable_unit
  order by farm, farm_prices.rowid`
