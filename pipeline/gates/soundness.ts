import { join } from 'node:path'
import type { z } from 'zod'
import { groupDigits } from '../../data/digit_grouping.ts'
import { listingText, type ListingName } from '../../data/schema/input/decision.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { tables } from '../../data/schema/tables/tables.ts'
import type { Point } from '../../data/geography/distance.ts'
import { stateResolution } from '../../data/geography/state_cells/state_cells.ts'
import { literal } from '../../data/sql_literal.ts'
import { parquet, type Database } from '../database/database.ts'
import { cellInState, inState } from '../normalize/place/state_cells.ts'
import { complaint, columnNames, firstOf, type Gate } from './gate.ts'

/** Gates that check the snapshot alone. */
export const soundness: Gate[] = [
  {
    name: 'not-empty',
    description: 'The snapshot has farms',
    severity: 'fault',
    check: async ({ database }) =>
      (await count(database, 'finished.farms')) === 0 ? 'no row of any source could be used' : null,
  },
  {
    name: 'ids-unique',
    description: 'Ids are unique',
    severity: 'fault',
    async check({ database }) {
      const repeated = '(select id from finished.farms group by id having count(*) > 1)'
      const twice = await count(database, repeated)
      return twice > 0 ? `${groupDigits(twice)} ids belong to more than one farm` : null
    },
  },
  {
    name: 'rows-accounted',
    description: 'Every source row is used, merged, history or rejected',
    severity: 'fault',
    check: ({ sources }) =>
      complaint(
        sources
          .filter(
            ({ read, used, merged, history, rejected }) =>
              read !== used + merged + history + rejected,
          )
          .map(({ file, read }) => `${file}: ${groupDigits(read)} rows read do not add up`),
      ),
  },
  {
    name: 'public-fields',
    description: 'Public files hold no field of the paid tier',
    severity: 'fault',
    async check({ database, folder }) {
      const paid = new Set(tables.flatMap(({ schema }) => columnsOfTier(schema, 'paid')))
      const open = tables.filter(({ tier }) => tier === 'free')
      const files = open.map(({ path }) => join(folder, path))
      const names = await columnNames(database, files)
      const leaks = open.flatMap(({ path, schema }, index) => {
        const own = new Set(columnsOfTier(schema, 'free'))
        return names[index]!.filter((name) => paid.has(name) && !own.has(name)).map(
          (name) => `${path} has ${name}`,
        )
      })
      return complaint(leaks)
    },
  },
  {
    name: 'coordinates-in-state',
    description: 'Every location is in the state of its farm, or within one H3 cell of its border',
    severity: 'fault',
    async check({ database, folder, decided }) {
      const outside = await outsideTheirState(database)
      if (outside.length === 0) return null
      const named = firstOf(
        outside.map(({ id, name, state }) => `${name} in ${state} (${id})`),
        few,
      )
      const names = await namesOf(database, folder, outside)
      const causes = decided
        .filter(({ what, state }) => state === 'applied' && isAbout(what, names))
        .map(
          ({ entry, what }) =>
            `decision ${entry} is to ${what}: npm run farms -- withdraw ${entry} --by WHO --reason WHY`,
        )
      return complaint([
        `farms with a location outside their state: ${named.join(', ')}`,
        ...causes,
      ])
    },
  },
]

/** Counts the rows of a SQL table expression. */
async function count(database: Database, from: string): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
  )
  return row!.count
}

const columnsOfTier = (schema: z.ZodObject, tier: Tier) =>
  columnsOf(schema)
    .filter((column) => column.tier === tier)
    .map(({ name }) => name)

/** Number of farms that a complaint names. */
const few = 3

type Located = Point & { id: string; name: string; state: string }

const ancestor = `ancestor_cell_name(h3_cell, ${stateResolution})`

/** The ids of farms and the names of their listings, as decisions write them. */
async function namesOf(database: Database, folder: string, farms: Located[]): Promise<string[]> {
  const ids = farms.map(({ id }) => id)
  const listings = await database.rows<ListingName>(`
    select source, source_id
    from ${parquet(folder, 'members/registry.parquet')}
    where farm_id in (${ids.map(literal).join(', ')})`)
  return [...ids, ...listings.map(listingText)]
}

/** `correct location of FARM` is about its last word, `merge LISTING and LISTING` about both. */
const isAbout = (what: string, names: string[]) =>
  names.some((name) => what.endsWith(` ${name}`) || what.startsWith(`merge ${name} and `))

/** The farms that lie outside their state, by state. */
async function outsideTheirState(database: Database): Promise<Located[]> {
  const groups = await database.rows<{ cell: string; state: string }>(`
    select distinct ${ancestor} as cell, state
    from finished.farms
    where lat is not null and state is not null
    order by state, cell`)
  const outside: Located[] = []
  // A point may lie just outside the ancestor of its cell, so the point decides.
  for (const { cell, state } of groups.filter(({ cell, state }) => !cellInState(cell, state))) {
    const located = await database.rows<Located>(
      `select id, name, state, lat, lng from finished.farms where state = $state and ${ancestor} = $cell order by id`,
      { state, cell },
    )
    outside.push(...located.filter((farm) => !inState(farm, state)))
  }
  return outside
}
