import { columnDefinitions, type Database } from './database.ts'

/** Rows that go into one statement: enough to be quick, few enough to be small. */
const batch = 20_000

/**
 * Makes a table of rows that are at hand, in place of any of that name; `types` names its columns,
 * in order.
 */
export async function valuesTable(
  database: Database,
  name: string,
  types: Record<string, string>,
  rows: object[],
): Promise<void> {
  const columns = Object.entries(types).map(([column, type]) => ({ name: column, type }))
  await database.run(`create or replace table ${name} (${columnDefinitions(columns)})`)
  await insertRows(database, name, types, rows)
}

/** Appends rows to a table with the columns of `types`, in order. */
export async function insertRows(
  database: Database,
  table: string,
  types: Record<string, string>,
  rows: object[],
): Promise<void> {
  const structure = JSON.stringify([types])
  for (let start = 0; start < rows.length; start += batch)
    await database.run(
      `insert into ${table} select unnest(from_json($rows, $structure), max_depth := 2)`,
      { rows: JSON.stringify(rows.slice(start, start + batch)), structure },
    )
}
