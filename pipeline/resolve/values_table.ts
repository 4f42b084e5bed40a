import type { Database } from '../database.ts'

/** Makes a table of rows that are at hand; `types` names its columns, in order. */
export async function valuesTable(
  database: Database,
  name: string,
  types: Record<string, string>,
  rows: object[],
): Promise<void> {
  const structure = JSON.stringify([
    Object.fromEntries(
      Object.entries(types).map(([column, type]) => [
        column,
        type.endsWith('[]') ? [type.slice(0, -2)] : type,
      ]),
    ),
  ])
  await database.run(
    `create table ${name} as
     select each.* from (select unnest(from_json($rows, $structure)) as each)`,
    { rows: JSON.stringify(rows), structure },
  )
}
