import { columnsOf } from '../../data/schema/table.ts'
import { tables } from '../../data/schema/tables.ts'
import { literal, type Database } from '../database.ts'
import type { Source } from '../../data/schema/source.ts'
import { join } from 'node:path'

/** What a gate may look at: the finished files, not the tables they were made from. */
export type Finished = { database: Database; folder: string; sources: Source[] }

export type Gate = {
  name: string
  description: string
  /** Says what is wrong, with figures; null = nothing. */
  check(finished: Finished): Promise<string | null>
}
export type Verdict = { name: string; passed: boolean; detail: string }

/** A snapshot that fails one of these is not published. */
export const gates: Gate[] = [
  {
    name: 'not-empty',
    description: 'The snapshot has farms',
    check: async ({ database, folder }) =>
      (await count(database, farmsIn(folder))) === 0 ? 'no row of any source could be used' : null,
  },
  {
    name: 'ids-unique',
    description: 'No two farms have one id',
    async check({ database, folder }) {
      const twice = await count(
        database,
        `(select id from ${farmsIn(folder)} group by id having count(*) > 1)`,
      )
      return twice > 0 ? `${twice} ids stand for more than one farm` : null
    },
  },
  {
    name: 'rows-accounted',
    description: 'Every source row is used, merged or rejected',
    async check({ sources }) {
      const off = sources.filter(
        ({ read, used, merged, rejected }) => read !== used + merged + rejected,
      )
      return off.length > 0
        ? off.map(({ file, read }) => `${file}: ${read} rows read do not add up`).join('; ')
        : null
    },
  },
  {
    name: 'public-fields',
    description: 'Public files hold no field of the paid tier',
    async check({ database, folder }) {
      const paid = new Set(
        tables.flatMap(({ schema }) =>
          columnsOf(schema)
            .filter(({ tier }) => tier === 'paid')
            .map(({ name }) => name),
        ),
      )
      const leaks: string[] = []
      for (const { path, schema } of tables.filter(({ tier }) => tier === 'free')) {
        const own = new Set(
          columnsOf(schema)
            .filter(({ tier }) => tier === 'free')
            .map(({ name }) => name),
        )
        for (const { name } of await fileColumns(database, join(folder, path)))
          if (paid.has(name) && !own.has(name)) leaks.push(`${path} has ${name}`)
      }
      return leaks.length > 0 ? leaks.join('; ') : null
    },
  },
]

/** Runs every gate; none is skipped because another failed. */
export async function runGates(finished: Finished): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const gate of gates) {
    const failure = await gate.check(finished)
    verdicts.push({
      name: gate.name,
      passed: failure === null,
      detail: failure ?? gate.description,
    })
  }
  return verdicts
}

const farmsIn = (folder: string) =>
  `read_parquet(${literal(join(folder, 'members/farms.parquet'))})`

async function count(database: Database, from: string): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
  )
  return row!.count
}

const fileColumns = (database: Database, path: string) =>
  database.rows<{ name: string }>(`select name from parquet_schema(${literal(path)})`)
