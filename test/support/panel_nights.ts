import { join } from 'node:path'
import type { Farm } from '../../data/schema/tables/farm.ts'
import { listingRun, type ListingRun } from '../../data/schema/tables/history/listing_run.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { tables } from '../../data/schema/tables/tables.ts'
import { columnDefinitions, openDatabase } from '../../pipeline/database/database.ts'
import { runSteps } from '../../pipeline/database/step.ts'
import { valuesTable } from '../../pipeline/database/values_table.ts'
import { writeTable } from '../../pipeline/publish/parquet.ts'
import { panelSteps } from '../../pipeline/resolve/panel/steps.ts'
import { saidSteps } from '../../pipeline/resolve/said/steps.ts'
import { readParquet } from './parquet_file.ts'

/** What an edition of a series has of a listing. */
export type Said = Pick<ListingRun, 'source_id' | 'name'> &
  Partial<ListingRun> &
  Partial<Pick<Farm, 'hours_json'>>
/** The edition of a date (`YYYY-MM-DD`). */
export type SmallEdition = { date: string; rows: Said[] }
/** `isOld`: written before schema version 10, so what its editions asked is unknown. */
export type SmallHistory = {
  editions: Set<string>
  path: string
  publicPath: string
  isOld?: boolean
} | null

const [series, source] = ['made', 'made']
const fileOf = (path: string) => tables.find((table) => table.path === path)!

/**
 * Takes editions of one series into a history of listings by the steps of the pipeline alone, and
 * writes it below `folder` under a name. Each listing is a farm of its own.
 */
export async function takeIn(
  before: SmallHistory,
  read: SmallEdition[],
  folder: string,
  name: string,
): Promise<NonNullable<SmallHistory>> {
  using database = await openDatabase(':memory:')
  for (const schema of ['before', 'intake', 'editions', 'carried', 'removal', 'published'])
    await database.run(`create schema ${schema}`)
  const editions = new Set([...(before?.editions ?? []), ...read.map(({ date }) => date)])
  const newest = (dates: Iterable<string>) => [...dates].toSorted().at(-1)!
  const isNow = newest(editions)
  const day = (date: string) => ({ series, edition: date, revision: 1 })
  const editionTypes = { series: 'VARCHAR', edition: 'DATE', revision: 'INTEGER' }

  await database.run(
    before
      ? `create view before.listings_history as from read_parquet('${before.path}')`
      : `create table before.listings_history (${columnDefinitions(columnsOf(listingRun))})`,
  )
  const known = [...(before?.editions ?? [])].map((date) => ({
    ...day(date),
    sha256: date,
    current: date === newest(before!.editions),
  }))
  await valuesTable(
    database,
    'editions.known',
    { ...editionTypes, sha256: 'VARCHAR', current: 'BOOLEAN' },
    known,
  )
  await valuesTable(database, 'before.comparability', editionTypes, before?.isOld ? [] : known)
  // The newest is read every night.
  const files = read.some(({ date }) => date === isNow)
    ? read
    : [...read, { date: isNow, rows: [] }]
  await valuesTable(
    database,
    'intake.editions',
    { input: 'INTEGER', ...editionTypes, sha256: 'VARCHAR', moment: 'TIMESTAMPTZ' },
    files.map(({ date }, input) => ({
      input,
      ...day(date),
      sha256: date,
      moment: `${date}T00:00:00Z`,
    })),
  )
  await valuesTable(
    database,
    'editions.current',
    { input: 'INTEGER', series: 'VARCHAR' },
    files.flatMap(({ date }, input) => (date === isNow ? { input, series } : [])),
  )
  const rows = files.flatMap(({ date, rows }, input) =>
    rows.map((row) => ({
      input,
      series,
      source,
      file: date,
      line: 1,
      updated_at: null,
      holder: 1,
      ...row,
    })),
  )
  const rowTypes = {
    ...Object.fromEntries(columnsOf(listingRun).map(({ name, type }) => [name, type])),
    hours_json: 'JSON',
    seq: 'INTEGER',
    input: 'INTEGER',
    file: 'VARCHAR',
    line: 'INTEGER',
    updated_at: 'TIMESTAMPTZ',
  }
  await valuesTable(
    database,
    'intake.read',
    rowTypes,
    rows.map((row, seq) => ({ ...row, seq })),
  )
  await database.run(`
    create view intake.rows as select * exclude (holder, seasons) from intake.read;
    create view removal.listings as select seq, holder from intake.read;
    create table carried.holders (seq integer, holder integer);
    create table removal.kept_listings (source varchar, source_id varchar);
    create view published.registry as
      select
        source, source_id, 1 as holder, source_id as farm_id, 'made' as series,
        null::timestamptz as first_seen, null::timestamptz as last_seen, true as dated
      from (
        select source, source_id from intake.read
        union
        select source, source_id from before.listings_history
      )`)
  await runSteps(
    database,
    saidSteps.filter(({ name }) => ['said.farms', 'said.rows'].includes(name)),
  )
  await runSteps(database, panelSteps)
  const [path, publicPath] = ['members', 'public'].map((part) =>
    join(folder, `${name}-${part}.parquet`),
  ) as [string, string]
  await writeTable(database, path, fileOf('members/listings_history.parquet'), {
    from: 'published.listings_history',
  })
  await writeTable(database, publicPath, fileOf('public/listings_history.parquet'), {
    from: 'published.public_listings_history',
  })
  return { editions, path, publicPath }
}

export const runsIn = async (path: string): Promise<ListingRun[]> =>
  (await readParquet<ListingRun>(path)).rows
