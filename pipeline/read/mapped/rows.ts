import type { Mapping } from '../../../data/schema/input/mapping.ts'
import type { SourceRow, FarmRow, Schedule, SourceFarm } from '../adapter.ts'
import { columnsIn } from '../columns/column_key.ts'
import type { SourceBytes } from '../formats/source_bytes.ts'
import type { Row } from '../row.ts'
import { mapRows, type FileKind } from '../rows.ts'
import { SeenColumns } from '../seen_columns.ts'
import { checkColumns, namedColumns } from './columns.ts'
import { mappedRow } from './farm.ts'
import { listFields, textFields } from '../../../data/schema/input/source_fields.ts'
import { joinLists } from '../values.ts'

/**
 * The rows of a file by its mapping. A table is recognized by the columns of the name. Throws a SourceError
 * that lists columns of the mapping missing from the file: for a table at once, for JSON at the end, since
 * objects may leave columns out.
 */
export const mappedRows = (...given: Parameters<typeof readRows>) =>
  withSameListing(readRows(...given))

async function* readRows(
  file: SourceBytes,
  kind: string,
  mapping: Mapping,
  columns = new SeenColumns(),
): AsyncGenerator<SourceRow> {
  const check = () => checkColumns(file.path, mapping, columns.names)
  let isChecked = false
  const beside = besideName(mapping)
  const read = (row: Row) => mappedRow(row, mapping, beside)
  const rows = mapRows(file, fileKindOf(kind, mapping), columns, read)
  for await (const row of rows) {
    if (columns.isWhole && !isChecked) check()
    isChecked = columns.isWhole
    yield row
  }
  check()
}

/** The columns beside the name; none if the list states no places, so that a name may be all that it has. */
function besideName(mapping: Mapping): string[] {
  const named = namedColumns(mapping).filter(({ field }) => !['name', 'source_id'].includes(field))
  return named.some(({ field }) => places.has(field)) ? named.flatMap(({ columns }) => columns) : []
}

const places = new Set(['address', 'city', 'zip', 'lat', 'location'])

function fileKindOf(kind: string, mapping: Mapping): FileKind {
  const { columns, joiner } = mapping.name!
  return {
    kind,
    needed: joiner === null ? [columns] : columns.map((column) => [column]),
    lacks: (path, seen) => checkColumns(path, mapping, likeliestHeader(mapping, seen)),
  }
}

/** The line with the most columns of the mapping, or else with the most texts. */
function likeliestHeader(
  mapping: Mapping,
  seen: readonly (readonly string[])[],
): readonly string[] {
  const isMapped = columnsIn(namedColumns(mapping).flatMap(({ columns }) => columns))
  const score = (names: readonly string[]) =>
    1000 * names.filter(isMapped).length + names.filter((name) => name.trim() !== '').length
  return (
    seen
      .toSorted((a, b) => score(b) - score(a))[0]
      ?.map((name) => name.trim())
      .filter(Boolean) ?? []
  )
}

/**
 * Combines the rows of one listing: city lists have one row per day or season of a market, and a single row
 * would mean closed on the others. Each row keeps its own values and takes missing values from the first row
 * that has them; schedules and lists are joined. Rows with different dates are versions of one listing, and
 * stay separate. Holds all rows in memory.
 */
async function* withSameListing(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  const all = await Array.fromAsync(rows)
  const farmRows = all.filter((row): row is FarmRow => 'farm' in row)
  const listings = Map.groupBy(farmRows, listingOf)
  for (const row of all) yield 'farm' in row ? together(row, listings.get(listingOf(row))!) : row
}

const listingOf = ({ farm, edition }: FarmRow) =>
  JSON.stringify([farm.source_id, farm.updated_at, edition])

function together(row: FarmRow, listing: FarmRow[]): FarmRow {
  if (listing.length === 1) return row
  const farms = listing.map(({ farm }) => farm)
  const point = [row.farm, ...farms].find(({ lat, lng }) => lat !== null && lng !== null)
  const farm: SourceFarm = {
    ...row.farm,
    ...Object.fromEntries(textFields.map((field) => [field, firstOf(row.farm, farms, field)])),
    ...Object.fromEntries(
      listFields.map((field) => [field, joinLists(...farms.map((each) => each[field]))]),
    ),
    ...(point && { lat: point.lat, lng: point.lng }),
    schedules: distinct(farms.flatMap(({ schedules }) => schedules)),
    corrections: ['rows of one listing taken together'],
  }
  return { ...row, farm }
}

const firstOf = (own: SourceFarm, farms: SourceFarm[], field: (typeof textFields)[number]) =>
  own[field] ?? farms.find((farm) => farm[field] !== null)?.[field] ?? null

const distinct = (schedules: Schedule[]): Schedule[] => [
  ...new Map(schedules.map((schedule) => [JSON.stringify(schedule), schedule])).values(),
]
