import { join } from 'node:path'
import { openDatabase, type Database } from '../../pipeline/database/database.ts'
import { runSteps, type Step } from '../../pipeline/database/step.ts'

export type Alone = {
  step: Step
  /** What kept it from running on the tables that it says it reads; null = nothing. */
  error: string | null
  /** Tables and views that it made. */
  made: string[]
  /** Those of its tables that come out otherwise than among all the others. */
  different: string[]
}

/**
 * Runs steps in order, and each of them once more in a database of its own, in `folder`, which has
 * nothing but the tables that the step says it reads.
 */
export async function runAlone(steps: readonly Step[], folder: string): Promise<Alone[]> {
  const whole = await openDatabase(':memory:')
  const results: Alone[] = []
  for (const [number, step] of steps.entries()) {
    const path = join(folder, `${number}.duckdb`)
    const kept = { ...step, drops: [] }
    await copyTables(whole, step.reads, path)
    const { error, made } = await tryStep(kept, path)
    await runSteps(whole, [kept])
    const different = error === null ? await differences(whole, step.writes, path) : []
    for (const table of step.drops ?? []) await whole.run(`drop table if exists ${table}`)
    results.push({ step, error, made, different })
  }
  whole.close()
  return results
}

async function copyTables(from: Database, tables: readonly string[], path: string): Promise<void> {
  await from.run(`attach '${path}' as alone`)
  for (const table of tables) {
    await from.run(`create schema if not exists alone.${table.split('.')[0]}`)
    await from.run(`create table alone.${table} as from ${table}`)
  }
  await from.run('detach alone')
}

async function tryStep(step: Step, path: string): Promise<Pick<Alone, 'error' | 'made'>> {
  const database = await openDatabase(path)
  try {
    await runSteps(database, [step])
    const tables = await database.rows<{ name: string }>(`
      select table_schema || '.' || table_name as name
      from information_schema.tables
      where table_catalog = current_database()`)
    const names = tables.map(({ name }) => name)
    return { error: null, made: names.filter((name) => !step.reads.includes(name)).toSorted() }
  } catch (error) {
    return { error: (error as Error).message, made: [] }
  } finally {
    database.close()
  }
}

async function differences(
  whole: Database,
  tables: readonly string[],
  path: string,
): Promise<string[]> {
  await whole.run(`attach '${path}' as alone (read_only)`)
  const different: string[] = []
  for (const table of tables) {
    const rows = await whole.rows(`
      (from ${table} except all from alone.${table})
      union all
      (from alone.${table} except all from ${table})`)
    if (rows.length > 0) different.push(table)
  }
  await whole.run('detach alone')
  return different
}
