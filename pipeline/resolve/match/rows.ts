import { literal, type Database } from '../../database.ts'

/** Rows that go into one statement: enough to be quick, few enough to be small. */
const batch = 20_000

/** Appends rows to a table whose columns, by name and type, are those of the rows. */
export async function insertRows(
  database: Database,
  table: string,
  columns: Record<string, string>,
  rows: Record<string, unknown>[],
): Promise<void> {
  const type = literal(JSON.stringify([columns]))
  for (let start = 0; start < rows.length; start += batch)
    await database.run(
      `insert into ${table} select unnest(from_json($rows, ${type}), max_depth := 2)`,
      { rows: JSON.stringify(rows.slice(start, start + batch)) },
    )
}
