import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  facets,
  statsFile,
  termsFile,
  type Facet,
  type TermLists,
} from '../../data/schema/serving/serving.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { dictionaryFile } from '../../data/schema/tables/tables.ts'
import type { Stat } from '../../data/schema/tables/stat.ts'
import { dictionary } from '../../data/dictionary.ts'
import { statsPayload } from '../aggregate/stats.ts'
import type { Database } from '../database/database.ts'
import { writeArrays } from './arrays.ts'
import { writeAttributes } from './attributes.ts'
import { writeCards } from './cards.ts'
import type { Intake } from '../intake/read_sources.ts'
import { sourcesTable } from '../resolve/sources_table.ts'
import { writeOffsets } from '../snapshots/files.ts'
import { writeTables } from './parquet.ts'
import { writeSchedules } from './schedules.ts'
import { writeTextIndex } from './text_index.ts'

/** What is in the written files; `rows` by the path of each table. */
export type Written = {
  rows: Map<string, number>
  sources: Source[]
  farms: number
  product_listings: number
}

/** Writes every file of the snapshot but its manifest below `folder`. */
export async function writeSnapshot(
  database: Database,
  folder: string,
  intakes: Intake[],
  asOf: string | null,
): Promise<Written> {
  const sources = await sourcesTable(database, intakes)
  const rows = await writeTables(database, folder, {
    'public/farms.parquet': { from: 'published.farms' },
    'public/market_cells.parquet': { from: 'published.public_market_cells' },
    'public/stats.parquet': { from: 'published.stats' },
    'public/sources.parquet': { rows: sources },
    'public/changes.parquet': { from: 'published.public_changes' },
    'public/lineage.parquet': { from: 'published.lineage' },
    'members/farms.parquet': { from: 'published.farms' },
    'members/product_listings.parquet': { from: 'published.product_listings' },
    'members/market_cells.parquet': { from: 'published.market_cells' },
    'members/provenance.parquet': { from: 'published.provenance' },
    'members/changes.parquet': { from: 'published.changes' },
    'members/registry.parquet': { from: 'published.registry' },
  })
  const writeJson = (path: string, value: unknown) =>
    writeFile(join(folder, path), JSON.stringify(value, null, 2) + '\n')
  const stats = await database.rows<Stat>('from published.stats')
  await writeJson(dictionaryFile, dictionary())
  await writeJson(statsFile, statsPayload(stats, sources, asOf))
  await writeJson(termsFile, await termLists(database))
  const farms = rows.get('members/farms.parquet')!
  await writeCards(database, folder)
  await writeOffsets(folder, farms)
  const tree = await writeArrays(database, folder, farms)
  await writeAttributes(database, folder, farms, tree)
  await writeSchedules(database, folder, farms)
  await writeTextIndex(database, folder, farms)
  const product_listings = rows.get('members/product_listings.parquet')!
  return { rows, sources, farms, product_listings }
}

async function termLists(database: Database): Promise<TermLists> {
  const columns = facets.map(
    (facet) => `list_sort(list(distinct term) filter (facet = '${facet}')) as ${facet}`,
  )
  const each = facets.map(
    (facet) => `select '${facet}' as facet, unnest(${facet}) as term from published.farms`,
  )
  const [lists] = await database.rows<Record<Facet, string[] | null>>(
    `select ${columns.join(', ')} from (${each.join(' union all ')})`,
  )
  return Object.fromEntries(facets.map((facet) => [facet, lists![facet] ?? []])) as TermLists
}
