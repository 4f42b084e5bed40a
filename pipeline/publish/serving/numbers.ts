import type { Database } from '../../database/database.ts'

/** Reads the columns of a query, of numbers, into an array each, as long as the query has rows. */
export async function readNumbers(
  database: Database,
  sql: string,
  ...arrays: (Uint32Array | Int32Array | Float64Array)[]
): Promise<void> {
  let at = 0
  for await (const chunk of database.columns(sql)) {
    for (const [index, numbers] of chunk.entries()) arrays[index]!.set(numbers as number[], at)
    at += chunk[0]!.length
  }
}

/** Reads a query of one column of `count` whole numbers. */
export async function readOrder(database: Database, count: number, sql: string) {
  const all = new Uint32Array(count)
  await readNumbers(database, sql, all)
  return all
}

/** Returns the start of each of `count` lists, from the owner of each entry, and the end of all lists. */
export function startsOf(owners: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (const owner of owners) starts[owner + 1]!++
  for (let each = 0; each < count; each++) starts[each + 1]! += starts[each]!
  return starts
}
