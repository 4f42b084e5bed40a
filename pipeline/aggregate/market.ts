import { listValue } from '@duckdb/node-api'
import { countedFacets } from '../../data/schema/serving/attributes.ts'
import {
  hiddenFigures,
  hiddenNameFigures,
  hiddenPriceFigures,
  leastFarmsShown,
  marketCell,
  marketResolutions,
  memberMarketCell,
  productResolution,
  type MarketCell,
} from '../../data/schema/tables/market_cell.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { deliveryOptions, products } from '../../data/vocabulary/vocabulary.ts'
import { columnDefinitions, sqlFile, type Database } from '../database/database.ts'
import { valuesTable } from '../database/values_table.ts'

/**
 * Computes from `farms` and `product_listings` what market figures are made of: what is counted of
 * each farm (`attribute_codes`, `farm_codes`), prices (`farm_prices`), and the tables of cells
 * (`market_cells`, `public_market_cells`).
 */
export async function marketFigures(database: Database): Promise<void> {
  await database.run(sqlFile(import.meta.url, 'market_attributes.sql'), {
    pickup: deliveryNames('pickup'),
    delivery: deliveryNames('delivery'),
  })
  await database.run(sqlFile(import.meta.url, 'market_codes.sql'), {
    facets: listValue([...countedFacets]),
  })
  await database.run(farmCodes)
  await nameProducts(database)
  await database.run(sqlFile(import.meta.url, 'market_farms.sql'))
  await cells(database)
}

/** The delivery options of a category of the vocabulary. */
const deliveryNames = (category: string) =>
  listValue(
    deliveryOptions.entries.filter((each) => each.category === category).map(({ name }) => name),
  )

const farmCodes = `
  create table farm_codes as
    select farm, code from farm_attributes join attribute_codes using (facet, name) order by farm, code;
  drop table farm_attributes`

/** Makes `spelled_products` and `product_names`: every spelling of a product, and its one name. */
async function nameProducts(database: Database): Promise<void> {
  const spellings = await database.rows<{ spelling: string }>(`
    select name as spelling from attribute_codes where facet = 'products'
    union
    select coalesce(product, name) from product_listings where price is not null
    order by spelling`)
  const byKey = new Map<string, { product: string; product_id: number }>()
  const rows = spellings.map(({ spelling }) => {
    const key = products.keyOf(spelling)
    const found = byKey.get(key)
    const named = found ?? {
      product: products.find(spelling)?.name ?? spelling,
      product_id: byKey.size,
    }
    if (!found) byKey.set(key, named)
    return { spelling, ...named }
  })
  const types = { spelling: 'VARCHAR', product: 'VARCHAR', product_id: 'UINTEGER' }
  await valuesTable(database, 'spelled_products', types, rows)
  await database.run(
    'create table product_names as select distinct product_id, product from spelled_products',
  )
}

/** Stands for the product of rows that are of all farms, in sums and joins. */
const every_product = 2 ** 32 - 1

async function cells(database: Database): Promise<void> {
  const columns = columnDefinitions(columnsOf(memberMarketCell))
  await database.run(cellAt)
  await database.run(`create temporary table market_cells (${columns})`)
  for (const resolution of marketResolutions)
    for (const { first, last } of await parts(database, resolution))
      await addCells(database, resolution, BigInt(first), BigInt(last))
  await database.run(
    `create temporary view public_market_cells as select ${publicColumns()} from market_cells`,
  )
}

/** An ancestor has its own resolution in bits 52 to 55, and ones for each digit that it doesn't use. */
const cellAt = `
  create temporary macro cell_at(h3_cell, resolution) as
    (('0x' || h3_cell)::ubigint & ~(15::ubigint << 52))
    | (resolution::ubigint << 52)
    | ((1::ubigint << (3 * (15 - resolution::integer))) - 1)`

/** Cells of so many farms are done at once: more take too much memory, fewer too long. */
const farmsAtOnce = 100_000

const parts = (database: Database, resolution: number) =>
  database.rows<{ first: string; last: string }>(
    `select min(cell)::varchar as first, max(cell)::varchar as last
    from (
      select cell, (sum(count(*)) over (order by cell) - 1) // ${farmsAtOnce} as part
      from (select cell_at(h3_cell, $resolution) as cell from farms where h3_cell is not null)
      group by cell
    )
    group by part
    order by part`,
    { resolution },
  )

async function addCells(database: Database, resolution: number, first: bigint, last: bigint) {
  const [create, insert, drop] = sqlFile(import.meta.url, 'market_cells.sql').split(/;\n/)
  const with_products = resolution === productResolution
  await database.run(create!, { resolution, first, last, with_products, every_product })
  await database.run(insert!, { resolution, every_product })
  await database.run(drop!)
}

/** The public columns, with gaps where a row would show what a single farm has. */
const publicColumns = (): string =>
  columnsOf(marketCell)
    .map(({ name }) => `${publicColumn(name as keyof MarketCell)} as "${name}"`)
    .join(', ')

function publicColumn(name: keyof MarketCell): string {
  if (hiddenNameFigures.includes(name))
    return `case when farms >= ${leastFarmsShown} then ${entriesWhere(name, 'each.value')} end`
  if (hiddenFigures.includes(name))
    return `case when farms >= ${leastFarmsShown} then "${name}" end`
  if (hiddenPriceFigures.includes(name)) return entriesWhere(name, 'price_farms[each.key]')
  return `"${name}"`
}

/** A map without the entries of which a count of farms is too small. */
const entriesWhere = (name: string, farms: string) =>
  `map_from_entries(list_filter(map_entries("${name}"), lambda each: ${farms} >= ${leastFarmsShown}))`
