import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  attributeFiles,
  attributesFile,
  countedFacets,
  millionths,
  type AttributeArrays,
  type Attributes,
  type PriceArrays,
} from '../../data/schema/serving/attributes.ts'
import type { CellTreeArrays } from '../../data/schema/serving/cell_tree.ts'
import type { Database } from '../database/database.ts'
import { bytesOf } from './arrays.ts'
import { sumsOfNodes } from './node_sums.ts'

/**
 * Writes what market figures count (data/schema/attributes.ts), from `attribute_codes`, `farm_codes`
 * and `farm_prices`; and the sums of the nodes of the cell tree.
 */
export async function writeAttributes(
  database: Database,
  folder: string,
  farms: number,
  tree: CellTreeArrays,
): Promise<void> {
  const names = await readNames(database)
  await writeFile(join(folder, attributesFile), JSON.stringify(names) + '\n')
  const rows = await readCodes(database, farms)
  const codes = Object.values(names.facets).reduce((sum, each) => sum + each.length, 0)
  const ofNodes = sumsOfNodes(tree, rows.rowStarts, rows.rowCodes, codes)
  const prices = await readPrices(database, farms)
  const pricesOfNodes = sumsOfNodes(
    tree,
    prices.priceRowStarts,
    prices.priceKinds,
    names.price_kinds.length,
    prices.comparablePrices.map(millionths),
  )
  const arrays: AttributeArrays & PriceArrays = {
    ...rows,
    nodeStarts: ofNodes.starts,
    nodeCodes: ofNodes.codes,
    nodeCounts: ofNodes.counts,
    ...prices,
    priceNodeStarts: pricesOfNodes.starts,
    priceNodeKinds: pricesOfNodes.codes,
    priceNodeCounts: pricesOfNodes.counts,
    priceNodeSums: pricesOfNodes.sums,
  }
  for (const [name, path] of Object.entries(attributeFiles))
    await writeFile(join(folder, path), bytesOf(arrays[name as keyof typeof arrays]))
}

async function readNames(database: Database): Promise<Attributes> {
  const codes = await database.rows<{ facet: string; name: string }>(
    'select facet, name from market.attribute_codes order by code',
  )
  const price_kinds = await database.rows<Attributes['price_kinds'][number]>(
    `select product, unit, comparable_unit from (${priceKinds}) order by kind`,
  )
  const namesOf = (facet: string) => codes.filter((each) => each.facet === facet)
  return {
    facets: Object.fromEntries(
      countedFacets.map((facet) => [facet, namesOf(facet).map(({ name }) => name)]),
    ) as Attributes['facets'],
    price_kinds,
  }
}

const priceKinds = `
  select
    product,
    unit,
    comparable_unit,
    (row_number() over (order by product, unit nulls first) - 1)::uinteger as kind
  from (select distinct product, unit, comparable_unit from market.farm_prices)`

async function readCodes(database: Database, farms: number) {
  const rowCodes = new Uint32Array(await countOf(database, 'market.farm_codes'))
  const perRow = new Uint32Array(farms)
  let at = 0
  for await (const chunk of database.columns('select farm, code from market.farm_codes')) {
    const [rows, codes] = chunk as [number[], number[]]
    for (let each = 0; each < rows.length; each++) {
      perRow[rows[each]!]!++
      rowCodes[at++] = codes[each]!
    }
  }
  return { rowStarts: startsOf(perRow), rowCodes }
}

async function readPrices(database: Database, farms: number) {
  const length = await countOf(database, 'market.farm_prices')
  const perRow = new Uint32Array(farms)
  const priceKindsOf = new Uint32Array(length)
  const prices = new Float64Array(length)
  const comparablePrices = new Float64Array(length)
  let at = 0
  for await (const chunk of database.columns(`
    select farm, kind, price, comparable_price
    from market.farm_prices
    join (${priceKinds}) as kinds
      on kinds.product = farm_prices.product
      and kinds.unit is not distinct from farm_prices.unit
      and kinds.comparable_unit is not distinct from farm_prices.comparable_unit
    order by farm, farm_prices.rowid`)) {
    const [rows, kinds, listed, comparable] = chunk as [number[], number[], number[], number[]]
    for (let each = 0; each < rows.length; each++, at++) {
      perRow[rows[each]!]!++
      priceKindsOf[at] = kinds[each]!
      prices[at] = listed[each]!
      comparablePrices[at] = comparable[each]!
    }
  }
  return {
    priceRowStarts: startsOf(perRow),
    priceKinds: priceKindsOf,
    prices,
    comparablePrices,
  }
}

async function countOf(database: Database, table: string): Promise<number> {
  const [row] = await database.rows<{ n: number }>(`select count(*)::integer as n from ${table}`)
  return row!.n
}

/** Where lists of these lengths begin one after the other, and last their end. */
function startsOf(lengths: Uint32Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  for (let each = 0; each < lengths.length; each++)
    starts[each + 1] = starts[each]! + lengths[each]!
  return starts
}
