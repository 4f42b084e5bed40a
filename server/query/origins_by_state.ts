import { groupNames } from '../../data/schema/said_at.ts'
import type { Snapshot } from '../snapshot/open.ts'

type YearFarms = { year: number | null; farms: number }

/** A state's farms by the year in which they were last confirmed, newest first, and by source; null = no date. */
export type StateOrigins = { years: YearFarms[]; sources: { source: string; farms: number }[] }

/** As `countByDay` of the snapshot's figures. */
const lastConfirmed = `coalesce(
  updated_at::timestamp::date,
  greatest(${groupNames.map((group) => `said_at.${group}`).join()}),
  case when first_listed is not null then coalesce(last_listed, $edition::date) end
)`

/** Counts each state's farms by year and by source. A farm of two sources counts for both. */
export async function originsByState({
  database,
  hidden,
  manifest: { edition },
}: Pick<Snapshot, 'database' | 'hidden' | 'manifest'>): Promise<Map<string, StateOrigins>> {
  const states = new Map<string, StateOrigins>()
  const count = (counted: string, values = {}) =>
    database.rows(
      `select state, counted, count(*)::integer
       from (
         select state, ${counted} as counted
         from farms
         where state is not null and not list_contains(string_split($hidden, ','), id)
       )
       group by all
       order by 3 desc, 2`,
      { hidden: hidden.ids.join(), ...values },
    )
  const [years, sources] = await Promise.all([
    count(`year(${lastConfirmed})::integer`, { edition }),
    count('unnest(sources)'),
  ])
  const of = (state: unknown): StateOrigins => {
    const known = states.get(state as string) ?? { years: [], sources: [] }
    states.set(state as string, known)
    return known
  }
  for (const [state, year, farms] of years)
    of(state).years.push({ year: year as number | null, farms: Number(farms) })
  for (const [state, source, farms] of sources)
    of(state).sources.push({ source: source as string, farms: Number(farms) })
  for (const { years } of states.values()) years.sort((a, b) => (b.year ?? 0) - (a.year ?? 0))
  return states
}
