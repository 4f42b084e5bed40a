import { stepsOf, task, view, type Step } from '../../database/step.ts'
import { codeSteps } from './codes.ts'
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
} from '../../../data/schema/tables/market_cell.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { columnDefinitions, sqlFile, type Database } from '../../database/database.ts'

const step = stepsOf(import.meta.url)

const cellFarms = sqlFile(import.meta.url, 'cell_farms.sql')
const marketCells = sqlFile(import.meta.url, 'market_cells.sql')

/** Stands for "no product" in sums and joins: rows about all farms. */
const every_product = 2 ** 32 - 1

/** Farms per batch of cells: more need too much memory, fewer too much time. */
const farmsAtOnce = 100_000

/** Makes `published.market_cells`, a few cells at a time. */
async function fillCells(database: Database): Promise<void> {
  const columns = columnDefinitions(columnsOf(memberMarketCell))
  await database.run(`create table published.market_cells (${columns})`)
  for (const { resolutions, first, last } of await parts(database)) {
    const cells = { resolutions, first: BigInt(first), last: BigInt(last) }
    await database.run(cellFarms, { ...cells, productResolution, every_product })
    await database.run(marketCells, { every_product })
  }
  await database.run('drop table if exists cell_farms')
}

/** Ranges of cells, which are in the order of their resolutions. */
const parts = (database: Database) =>
  database.rows<{ resolutions: number[]; first: string; last: string }>(
    `select
      list(distinct resolution) as resolutions,
      min(cell)::varchar as first,
      max(cell)::varchar as last
    from (
      select resolution, cell, (sum(count(*)) over (order by cell) - 1) // ${farmsAtOnce} as part
      from (
        select resolution, ancestor_cell(h3_cell, resolution) as cell
        from published.farms
        cross join (select unnest([${marketResolutions.join(', ')}]) as resolution)
        where h3_cell is not null
      )
      group by resolution, cell
    )
    group by part
    order by part`,
  )

function publicColumn(name: keyof MarketCell): string {
  if (hiddenNameFigures.includes(name))
    return `case when farms >= ${leastFarmsShown} then ${entriesWhere(name, 'each.value')} end`
  if (hiddenFigures.includes(name))
    return `case when farms >= ${leastFarmsShown} then "${name}" end`
  if (hiddenPriceFigures.includes(name)) return entriesWhere(name, 'price_farms[each.key]')
  return `"${name}"`
}

/** A map without entries whose number of farms is below the minimum. */
const entriesWhere = (name: string, farms: string) =>
  `map_from_entries(list_filter(map_entries("${name}"), lambda each: ${farms} >= ${leastFarmsShown}))`

/** The public columns, null if a row would reveal a single farm. */
const publicColumns = columnsOf(marketCell)
  .map(({ name }) => `${publicColumn(name as keyof MarketCell)} as "${name}"`)
  .join(', ')

/**
 * Makes market figures: the codes of each farm (see `codeSteps`), prices (`market.farm_prices`), and the
 * tables of cells (`published.market_cells`, `published.public_market_cells`).
 */
export const marketSteps: Step[] = [
  ...codeSteps('attributes'),
  ...codeSteps('facets'),
  step('market.products'),
  step('market.farm_products'),
  step('market.farm_prices'),
  task(
    'published.market_cells',
    [
      'published.farms',
      'market.attribute_codes',
      'market.farm_attributes',
      'market.products',
      'market.farm_products',
      'market.farm_prices',
    ],
    fillCells,
  ),
  view('published.public_market_cells', `select ${publicColumns} from published.market_cells`),
]
