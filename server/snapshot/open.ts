import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { locationResolution } from '../../data/geography/cells.ts'
import { formerCounties } from '../../data/geography/former_counties.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { bytesOf, type Manifest } from '../../data/schema/manifest.ts'
import { servingFile } from '../../data/schema/serving/columns.ts'
import { farmSorts } from '../../data/schema/serving/sorts.ts'
import { changeDatesOf } from './columns/change_dates.ts'
import { openCards } from './columns/cards.ts'
import { cityFinder, cityMatcher, countyFinder } from './columns/cities.ts'
import { farmNames } from './columns/farm_names.ts'
import { Gazetteer } from './columns/gazetteer.ts'
import { listedTowns } from './columns/listed_towns.ts'
import { FarmIds } from './columns/ids.ts'
import { Listings } from './columns/listings.ts'
import { FarmPrices } from './columns/code_lists.ts'
import { rowOrders } from './columns/row_order.ts'
import type { HeldColumns } from './columns/held_columns.ts'
import { termFinder } from './columns/terms.ts'
import { textIndex } from './columns/text_index.ts'
import { WordList } from './columns/word_list.ts'
import type { Overload } from '../load/overload.ts'
import { SnapshotDatabase, type QueryLimits } from './database.ts'
import { agesOn, countByDay, dailyStats, figuresOf } from './figures.ts'
import { unavailable } from '../http/problem.ts'
import { checkContent } from './files/content_checks.ts'
import { FileChecks, versionOf } from './files/file_checks.ts'
import { reader } from './files/reader.ts'
import { readLineage } from './lineage.ts'
import { readManifest, refusedSnapshot } from './manifest.ts'
import { SaidAges } from './said/said_figures.ts'
import { SaidDays, type SaidSince } from './said/said_since.ts'
import { FieldCodes } from './sets/field_codes.ts'
import { HiddenFarms } from './sets/hidden_farms.ts'
import { Places } from './sets/places.ts'
import { RowSets } from './sets/row_sets.ts'
import { CellTree } from './tree/cell_tree.ts'

/** A snapshot ready to answer from. */
export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

export type OpenOptions = { query: QueryLimits; setsMemory_bytes: number; overload?: Overload }

/** DuckDB's views of a snapshot, and the files behind them. */
const views = {
  farms: 'members/farms.parquet',
  product_listings: 'members/product_listings.parquet',
  lineage: 'public/lineage.parquet',
  editions: 'public/editions.parquet',
  listings_history: 'public/listings_history.parquet',
  member_listings_history: 'members/listings_history.parquet',
  changes: 'public/changes.parquet',
  member_changes: 'members/changes.parquet',
}

/** The files that answers come from. */
export const answeringFiles: readonly string[] = [servingFile, ...Object.values(views)]

type Progress = { id: string; checked_bytes: number; bytes: number }

/**
 * Opens a whole snapshot, after checking the digests of all its files. Throws a SnapshotError that names the
 * file and the remedy if the snapshot is missing, incomplete, or damaged. Throws it also if the schema
 * version differs.
 */
export async function openSnapshot(
  layout: Layout,
  id: string,
  options: OpenOptions,
  checks = new FileChecks(layout),
  onProgress: (progress: Progress) => void = () => {},
) {
  const folder = layout.snapshot(id)
  const manifest = await readManifest(folder, id, answeringFiles)
  try {
    const checked = checkFiles(folder, manifest, checks, onProgress)
    Gazetteer.get() // made while the thread of the reader starts
    return await openFiles(folder, manifest, await checked, options)
  } catch (error) {
    throw refusedSnapshot(id, (error as Error).message, error)
  }
}

/** Checks every file, and returns the columns made from the very bytes that were checked. */
async function checkFiles(
  folder: string,
  manifest: Manifest,
  checks: FileChecks,
  onProgress: (progress: Progress) => void,
): Promise<HeldColumns> {
  const { id, files, farms, schema_version } = manifest
  const progress = { id, checked_bytes: 0, bytes: bytesOf(files) }
  for (const file of files) {
    if (file.path === servingFile) continue
    const fault = await checks.faultOf(id, file)
    if (fault) throw new Error(`${file.path}: ${fault.what}`)
    progress.checked_bytes += file.bytes
    onProgress(progress)
  }
  const file = files.find(({ path }) => path === servingFile)!
  const path = join(folder, servingFile)
  const version = await versionOf(path)
  const columns = await reader.ask('columns', path, farms, file.sha256, schema_version)
  checks.note(id, file, null, version ?? '')
  return columns
}

async function openFiles(
  folder: string,
  manifest: Manifest,
  columns: HeldColumns,
  { query, setsMemory_bytes, overload }: OpenOptions,
) {
  const { id, farms, schema_version } = manifest
  // If the rest can't be opened, everything opened so far is closed again.
  using opened = new DisposableStack()
  const damaged = new Set<string>()
  const requireWhole = (...paths: string[]) => {
    if (damaged.size === 0) return
    const path = paths.find((each) => damaged.has(each))
    if (path !== undefined) throw damagedFile(id, path)
  }
  const serving = join(folder, servingFile)
  const cards = openCards(columns, schema_version, serving, () => requireWhole(servingFile), opened)
  const database = await SnapshotDatabase.open(folder, views, query, overload, () =>
    requireWhole(...Object.values(views)),
  )
  opened.defer(() => database.close())
  const ofPlaces = placesOf(columns, manifest)
  await checkContent(database, folder, views, manifest, ofPlaces.ids)
  const listings = new Listings(columns.listings)
  const days = countByDay(columns.farms, manifest)
  const ages = (now: Date) => agesOn(days, now)
  const answers = answersOf(columns, farms, ofPlaces)
  const snapshot = {
    id,
    manifest,
    farms,
    columns,
    cards,
    ...ofPlaces,
    ...answers,
    ages,
    stats: dailyStats(figuresOf(columns, manifest, answers), ages, (now) =>
      answers.saidAges.ofAll(now),
    ),
    lineage: await readLineage(database),
    listings,
    ...newSets(setsMemory_bytes),
    /** The groups of fields that count as unknown; null = every known value counts. */
    saidSince: null as SaidSince | null,
    database,
    /** Files found damaged since the opening; no answer uses them any more. */
    damaged,
  }
  const kept = opened.move()
  return { ...snapshot, close: () => kept.dispose() }
}

/** The share of the memory for sets that listings get. */
const ofListings = 0.25

/** Sets of farms and listings, none kept yet. */
export const newSets = (memory_bytes: number) => ({
  sets: new RowSets(memory_bytes * (1 - ofListings)),
  listingSets: new RowSets(memory_bytes * ofListings),
  setsMemory_bytes: memory_bytes,
  /** The number of farms with each value of a field, for the latest filters. */
  facetCounts: new LRUCache<string, { value: string; count: number }[]>({ max: 2000 }),
})

/** The problem returned to requests that need a damaged file. */
export const damagedFile = (id: string, path: string) =>
  unavailable(`${path} of snapshot ${id} is damaged here; try again later`, 60)

/** The farms' rows, locations, and dates of change. */
function placesOf(columns: HeldColumns, { farms, built_at }: Manifest) {
  const { lat, lng, id, changedAt } = columns.farms
  const { byId } = columns.orders
  const { tree } = columns
  const ids = new FarmIds(id, byId)
  const hidden = new HiddenFarms(ids, farms)
  return {
    ids,
    changeDates: changeDatesOf(changedAt, built_at),
    hidden,
    tree: new CellTree(tree, { lat, lng, compareIds: ids.compare, hidden }),
    places: new Places(lat, lng, tree.end[0]!, locationResolution),
    orders: rowOrders(columns.orders, farmSorts),
  }
}

/** The farms' data for answers. */
function answersOf(
  columns: HeldColumns,
  farms: number,
  { hidden }: Pick<ReturnType<typeof placesOf>, 'hidden'>,
) {
  const fieldCodes = new FieldCodes(columns, farms)
  const gazetteer = Gazetteer.get()
  return {
    fieldCodes,
    inCities: cityFinder(columns.cities),
    hasCity: cityMatcher(columns.cities),
    countiesNamed: countyFinder([
      ...fieldCodes.of('county').names,
      ...formerCounties.map(({ name }) => name),
    ]),
    prices: new FarmPrices(columns.prices),
    schedules: columns.schedules,
    farmColumns: columns.farms,
    saidDays: new SaidDays(columns.farms.saidAt),
    saidAges: new SaidAges(columns.farms.saidAt),
    text: textIndex(new WordList(columns.words.list), {
      name: columns.nameWords,
      city: columns.cityWords,
      terms: columns.termsWords,
      description: columns.descriptionWords,
      claims: columns.claimsWords,
    }),
    terms: termFinder(fieldCodes),
    termFarms: columns.documents.termFarms,
    farmNames: farmNames(columns.farmNames),
    gazetteer: gazetteer.with(listedTowns({ columns, fieldCodes, hidden }, gazetteer)),
  }
}
