import { farm } from '../../data/schema/tables/farm.ts'
import type { Snapshot } from '../snapshot/open.ts'

type Field = keyof typeof farm.shape | 'prices'

/** Counts the farms of a state for which each field is known; a null `state` groups farms without one. */
export type StateCoverage = { state: string | null; farms: number; known: (number | null)[] }

/** A state with fewer farms hides paid fields: the figure might be one farm's. */
const fewestFarms = 5

/**
 * Counts each state's farms, and the farms for which each of `fields` is known (`prices`: any price). Null
 * hides a paid field in a state of fewer than 5 farms.
 */
export async function coverageByState(
  { database, hidden }: Pick<Snapshot, 'database' | 'hidden'>,
  fields: readonly Field[],
): Promise<StateCoverage[]> {
  const rows = await database.rows(
    `select state, count(*)::integer, ${fields.map(countOf).join(', ')}
     from farms
     where not list_contains(string_split($hidden, ','), id)
     group by state
     order by state nulls last`,
    { hidden: hidden.ids.join() },
  )
  return rows.map(([state, farms, ...known]) => ({
    state: state as string | null,
    farms: Number(farms),
    known: known.map((count, at) =>
      Number(farms) < fewestFarms && isPaid(fields[at]!) ? null : Number(count),
    ),
  }))
}

/** The names of fields are columns of the schema. */
const countOf = (field: Field): string =>
  field === 'prices'
    ? 'count(*) filter (id in (select farm_id from product_listings where price is not null))::integer'
    : `count(${field})::integer`

export const isPaid = (field: Field): boolean =>
  field === 'prices' || farm.shape[field].meta()?.tier === 'paid'
