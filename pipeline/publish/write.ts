import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { farmsCsvFile } from '../../data/schema/descriptions.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { changeLogFile, loggedChange } from '../../data/schema/serving/change_log.ts'
import { freeGroups } from '../../data/schema/said_at.ts'
import { servingFile } from '../../data/schema/serving/columns.ts'
import { dictionary, dictionaryFile, tables, type Table } from '../../data/schema/tables/tables.ts'
import type { Stat } from '../../data/schema/tables/stat.ts'
import type { Database } from '../database/database.ts'
import { runSteps, type Step } from '../database/step.ts'
import type { Intake } from '../intake/intake.ts'
import { inOneThread, requireRows, writeTable, type TableRows } from './parquet.ts'
import { writeServing } from './serving/write_serving.ts'
import { formulaStart } from '../../data/csv.ts'
import { publicFarm } from '../../data/schema/tables/farm.ts'
import { columnsOf, type Column } from '../../data/schema/tables/table.ts'
import { literal } from '../../data/sql_literal.ts'
import { editionOf } from '../intake/edition.ts'

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
): Promise<Written> {
  const sources = await sourcesTable(database, intakes)
  const [published] = await database.rows<{ farms: number }>(
    'select count(*)::integer as farms from published.farms',
  )
  const { farms } = published!
  const stats = statsPayload(await database.rows<Stat>('from published.stats'), sources)
  const rows = new Map<string, number>()
  const writeRows = async (on: Database, { path, table, content }: TableFile) =>
    void rows.set(path, await writeTable(on, join(folder, path), table, content))
  const steps = [
    writing(servingFile, (on) => writeServing(on, folder, farms, stats)),
    ...tableFiles(sources).map((file) => writing(file.path, (on) => writeRows(on, file))),
    writing(farmsCsvFile, (on) => writeFarmsCsv(on, join(folder, farmsCsvFile), publicFarms)),
  ]
  await inOneThread(database, () => runSteps(database, steps))
  await requireRows(database, folder, rows)
  const synthetic = intakes.some((intake) => intake.synthetic)
  const said = { ...dictionary(), synthetic }
  await writeFile(join(folder, dictionaryFile), JSON.stringify(said, null, 2) + '\n')
  const product_listings = rows.get('members/product_listings.parquet')!
  return { rows, sources, farms, product_listings }
}

/** A step that writes a file. */
const writing = (path: string, run: (on: Database) => Promise<void>): Step => ({
  name: path,
  reads: [],
  writes: [],
  run,
})

type TableFile = { path: string; table: Pick<Table, 'schema' | 'geometry'>; content: TableRows }

/** The Parquet files of a snapshot, with the log of changes. */
function tableFiles(sources: Source[]): TableFile[] {
  const rows: Record<string, TableRows> = {
    'public/farms.parquet': { from: publicFarms },
    'public/market_cells.parquet': { from: 'published.public_market_cells' },
    'public/stats.parquet': { from: 'published.stats' },
    'public/sources.parquet': { rows: sources },
    'public/editions.parquet': { from: 'published.editions' },
    'public/comparability.parquet': { from: 'published.comparability' },
    'public/changes.parquet': { from: 'published.public_changes' },
    'public/lineage.parquet': { from: 'published.lineage' },
    'public/listings_history.parquet': { from: 'published.public_listings_history' },
    'public/bridges.parquet': { from: 'published.bridges' },
    'members/farms.parquet': { from: 'published.farms' },
    'members/product_listings.parquet': { from: 'published.product_listings' },
    'members/market_cells.parquet': { from: 'published.market_cells' },
    'members/values.parquet': { from: 'published.values' },
    'members/provenance.parquet': { from: 'published.provenance' },
    'members/changes.parquet': { from: 'published.changes' },
    'members/registry.parquet': { from: 'published.registry order by source, source_id, holder' },
    'members/listings_history.parquet': { from: 'published.listings_history' },
  }
  const files = tables.map((table) => {
    const content = rows[table.path]
    if (!content) throw new Error(`nothing was computed for ${table.path}`)
    return { path: table.path, table, content }
  })
  const log = { schema: loggedChange, geometry: false }
  return [...files, { path: changeLogFile, table: log, content: { from: 'published.change_log' } }]
}

/** Spreadsheets read UTF-8 only after this mark. */
const byteOrderMark = '\uFEFF'

/** Writes farms with free fields to `path`, as the API writes CSV (data/csv.ts). */
export async function writeFarmsCsv(database: Database, path: string, from: string): Promise<void> {
  const columns = columnsOf(publicFarm)
  // The mark is part of the first name, which therefore stays without quotes. It is an id.
  const named = columns.map(({ name }, at) => `"${at === 0 ? byteOrderMark : ''}${name}"`)
  const quoted = named.slice(1).filter((_, at) => !isPlain(columns[at + 1]!.type))
  const values = columns.map((column, at) => `${cellOf(column)} as ${named[at]}`)
  await database.run(`
    copy (select ${values.join(', ')} from ${from})
    to ${literal(path)} (format csv, header, force_quote (${quoted.join(', ')}))`)
}

const isPlain = (type: Column['type']) => ['DOUBLE', 'INTEGER', 'BOOLEAN', 'DATE'].includes(type)

function cellOf({ name, type }: Column): string {
  if (isPlain(type)) return name
  if (type === 'TIMESTAMPTZ') return `strftime(${name} at time zone 'UTC', '%Y-%m-%dT%H:%M:%SZ')`
  if (type !== 'VARCHAR') return `to_json(${name})::varchar`
  return `if(regexp_matches(${name}, ${literal(formulaStart.source)}), '''' || ${name}, ${name})`
}

/**
 * The payload of /v1/stats from the rows of the stats table; the server adds the snapshot's id and date.
 * Percentages of all farms, to one decimal.
 */
export function statsPayload(stats: Stat[], sources: Source[]) {
  const section = (name: string) => stats.filter((row) => row.section === name)
  const counts = (name: string) =>
    Object.fromEntries(section(name).map((row) => [row.name, row.count]))
  const shares = (name: string): Record<string, { count: number; pct: number | null }> =>
    Object.fromEntries(section(name).map(({ name, count, pct }) => [name, { count, pct }]))
  return {
    totals: counts('totals'),
    by_place_type: counts('place_type'),
    by_state: counts('state'),
    coverage: shares('coverage'),
    top_products: section('product')
      .slice(0, 30)
      .map(({ name, count, pct }) => ({ name, count, pct })),
    quality: counts('quality'),
    verification: counts('verification'),
    sources: sources.map(({ source: name, sha256: _digest, ...file }) => ({ name, ...file })),
  }
}

type Counts = { input: number } & Record<'used' | 'merged' | 'refused' | 'history', number | null>

/**
 * The sources table: counts of each file's rows by outcome. A row leads a farm (`used`), is part of one,
 * belongs to an older edition (`history`), or is rejected. Call after `resolve`.
 */
async function sourcesTable(database: Database, intakes: Intake[]): Promise<Source[]> {
  const counts = await database.rows<Counts>(`
    with listed as (
      select
        input,
        count(*) filter (used)::integer as used,
        count(*) filter (not used and not removed)::integer as merged,
        count(*) filter (removed)::integer as refused
      from merge.listings
      group by input
    ),
    past as (
      select input, sum(rows)::integer as history
      from intake.editions
      anti join editions.current using (input, series)
      group by input
    )
    from listed full join past using (input)`)
  return intakes.map((intake, input) => {
    const { name: source, adapter, file, publisher, licence, attribution } = intake
    const { retrieved_at, sha256, read, rejections } = intake
    const found = counts.find((each) => each.input === input)
    return {
      source,
      kind: adapter.kind,
      file,
      publisher,
      licence,
      attribution,
      retrieved_at,
      sha256,
      edition: editionOf(intake),
      read,
      used: found?.used ?? 0,
      merged: found?.merged ?? 0,
      history: found?.history ?? 0,
      rejected: rejections.total + (found?.refused ?? 0),
    }
  })
}
