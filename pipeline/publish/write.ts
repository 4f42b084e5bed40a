import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { farmsCsvFile } from '../../data/schema/descriptions.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { changeLogFile, loggedChange } from '../../data/schema/serving/change_log.ts'
import { freeGroups } from '../../data/schema/said_at.ts'
import { dictionary, dictionaryFile } from '../../data/schema/tables/tables.ts'
import type { Stat } from '../../data/schema/tables/stat.ts'
import { statsPayload } from '../aggregate/stats.ts'
import type { Database } from '../database/database.ts'
import type { Intake } from '../intake/intake.ts'
import { sourcesTable } from '../resolve/sources_table.ts'
import { writeFarmsCsv } from './farms_csv.ts'
import { inOneThread, writeTable, writeTables } from './parquet.ts'
import { writeServing } from './serving/write_serving.ts'

/** Content of the written files; `rows`: number by the path of each table. */
export type Written = {
  rows: Map<string, number>
  sources: Source[]
  farms: number
  product_listings: number
}

/** The farms with the days of free groups. */
const publicFarms = `(
  select * replace ({${freeGroups.map((group) => `'${group}': said_at.${group}`).join(', ')}} as said_at)
  from published.farms
)`

/** Writes every file of the snapshot but its manifest below `folder`. */
export async function writeSnapshot(
  database: Database,
  folder: string,
  intakes: Intake[],
  asOf: string | null,
): Promise<Written> {
  const sources = await sourcesTable(database, intakes)
  const rows = await writeTables(database, folder, {
    'public/farms.parquet': { from: publicFarms },
    'public/market_cells.parquet': { from: 'published.public_market_cells' },
    'public/stats.parquet': { from: 'published.stats' },
    'public/sources.parquet': { rows: sources },
    'public/editions.parquet': { from: 'published.editions' },
    'public/comparability.parquet': { from: 'published.comparability' },
    'public/changes.parquet': { from: 'published.public_changes' },
    'public/lineage.parquet': { from: 'published.lineage' },
    'public/listings_history.parquet': { from: 'published.public_listings_history' },
    'public/county_vintages.parquet': { from: 'published.county_vintages' },
    'public/bridges.parquet': { from: 'published.bridges' },
    'members/farms.parquet': { from: 'published.farms' },
    'members/product_listings.parquet': { from: 'published.product_listings' },
    'members/market_cells.parquet': { from: 'published.market_cells' },
    'members/values.parquet': { from: 'published.values' },
    'members/provenance.parquet': { from: 'published.provenance' },
    'members/changes.parquet': { from: 'published.changes' },
    'members/registry.parquet': { from: 'published.registry order by source, source_id, holder' },
    'members/listings_history.parquet': { from: 'published.listings_history' },
  })
  const log = { schema: loggedChange, geometry: false }
  await inOneThread(database, async () => {
    const from = { from: 'published.change_log' }
    rows.set(changeLogFile, await writeTable(database, join(folder, changeLogFile), log, from))
    await writeFarmsCsv(database, join(folder, farmsCsvFile), publicFarms)
  })
  const synthetic = intakes.some((intake) => intake.synthetic)
  const said = { ...dictionary(), synthetic }
  await writeFile(join(folder, dictionaryFile), JSON.stringify(said, null, 2) + '\n')
  const farms = rows.get('members/farms.parquet')!
  const stats = await database.rows<Stat>('from published.stats')
  await writeServing(database, folder, farms, statsPayload(stats, sources, asOf))
  const product_listings = rows.get('members/product_listings.parquet')!
  return { rows, sources, farms, product_listings }
}
