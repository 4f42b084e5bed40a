import { dateOfDay } from '../../data/calendar.ts'
import { noDay } from '../../data/schema/serving/columns.ts'
import { confirmedDay } from '../snapshot/figures.ts'
import type { Snapshot } from '../snapshot/open.ts'

type YearFarms = { year: number | null; farms: number }

/** A state's farms by the year in which they were last confirmed, newest first, and by source; null = no date. */
export type StateOrigins = { years: YearFarms[]; sources: { source: string; farms: number }[] }

/** Counts each state's farms by year and by source. A farm of two sources counts for both. */
export async function originsByState(snapshot: Snapshot): Promise<Map<string, StateOrigins>> {
  const { database, hidden } = snapshot
  const rows = await database.rows(
    `select state, source, count(*)::integer
     from (
       select state, unnest(sources) as source
       from farms
       where state is not null and not list_contains(string_split($hidden, ','), id)
     )
     group by all
     order by 3 desc, 2`,
    { hidden: hidden.ids.join() },
  )
  const sources = Map.groupBy(rows, ([state]) => state as string)
  const years = yearsByState(snapshot)
  return new Map(
    Array.from(sources, ([state, rows]) => [
      state,
      {
        years: years(state),
        sources: rows.map(([, source, farms]) => ({
          source: source as string,
          farms: Number(farms),
        })),
      },
    ]),
  )
}

function yearsByState({
  farmColumns,
  fieldCodes,
  hidden,
  manifest,
}: Snapshot): (state: string) => YearFarms[] {
  const dayOf = confirmedDay(farmColumns, manifest)
  const yearOf = (row: number) => {
    const day = dayOf(row)
    return day === noDay ? null : Number(dateOfDay(day).slice(0, 4))
  }
  return (state) => {
    const rows = [...fieldCodes.any('state', [state])].filter((row) => !hidden.has(row))
    return Array.from(Map.groupBy(rows, yearOf), ([year, rows]) => ({
      year,
      farms: rows.length,
    })).toSorted((a, b) => (b.year ?? 0) - (a.year ?? 0))
  }
}
