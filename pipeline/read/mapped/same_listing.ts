import { listFields, textFields } from '../../../data/schema/input/source_fields.ts'
import type { FarmRow, Schedule, SourceFarm, SourceRow } from '../adapter.ts'
import { joinLists } from '../lists.ts'

/**
 * Combines the rows of one listing: city lists have one row per day or season of a market, and a single row
 * would mean closed on the others. Each row keeps its own values and takes missing values from the first row
 * that has them; schedules and lists are joined. Rows with different dates are versions of one listing, and
 * stay separate. Holds all rows in memory.
 */
export async function* withSameListing(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
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
