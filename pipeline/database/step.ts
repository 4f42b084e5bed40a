import { columnDefinitions, sqlFile, type Database, type Parameters } from './database.ts'
import type { Column } from '../../data/schema/tables/table.ts'
import { valuesTable } from './values_table.ts'

/** One piece of work on the build's database. Tables are named with their schema: `match.pairs`. */
export type Step = {
  name: string
  reads: readonly string[]
  /** Tables and views that it makes; it changes none of another step. */
  writes: readonly string[]
  /** Tables that are of no use after it. */
  drops?: readonly string[]
  /** Makes the functions that its statement calls. */
  define?: (database: Database) => void
} & ({ sql: string; params?: Parameters } | { run: (database: Database) => Promise<void> })

/**
 * Runs steps in order, and makes the schemas that they write to. If the database has an unused connection, a
 * step begins before earlier steps end, unless one changes a table that the other reads or changes. Calls
 * `done` after each with the share of finished steps.
 *
 * When a step fails, no other step begins, and the running steps end first.
 */
export async function runSteps(
  database: Database,
  steps: readonly Step[],
  done: (share: number) => void = () => {},
): Promise<void> {
  await makeSchemas(database, steps)
  const unfinished = new Set(steps)
  const waiting = new Map(
    steps.map((step, at) => [step, steps.slice(0, at).filter((each) => excludes(each, step))]),
  )
  const running = new Set<Promise<void>>()
  const pools = [[database], database.spares]
  const begin = async (step: Step, free: Database[]) => {
    waiting.delete(step)
    const connection = free.pop()!
    try {
      await runStep(connection, step)
    } finally {
      free.push(connection)
    }
    unfinished.delete(step)
    done(1 - unfinished.size / steps.length)
  }
  try {
    while (unfinished.size > 0) {
      for (const [step, before] of waiting) {
        const free = pools.find(({ length }) => length > 0)
        if (!free) break
        if (before.some((each) => unfinished.has(each))) continue
        const run = begin(step, free).finally(() => running.delete(run))
        running.add(run)
      }
      await Promise.race(running)
    }
  } finally {
    await Promise.allSettled(running)
  }
}

/** Whether two steps can't run at once. */
const excludes = (one: Step, other: Step) => changes(one, other) || changes(other, one)

/** Whether a step changes a table that another reads or changes. */
const changes = (step: Step, other: Step) => {
  const used = [...other.reads, ...changed(other)]
  return changed(step).some((table) => used.includes(table))
}
const changed = ({ writes, drops = [] }: Step) => [...writes, ...drops]

async function makeSchemas(database: Database, steps: readonly Step[]): Promise<void> {
  const schemas = new Set(
    steps.flatMap(({ writes }) => writes.map((table) => table.split('.')[0]!)),
  )
  if (schemas.size > 0)
    await database.run([...schemas].map((name) => `create schema if not exists ${name}`).join(';'))
}

async function runStep(database: Database, step: Step): Promise<void> {
  try {
    step.define?.(database)
    if ('sql' in step) await database.run(step.sql, step.params)
    else await step.run(database)
    for (const table of step.drops ?? []) await database.run(`drop table if exists ${table}`)
  } catch (error) {
    throw new Error(`step ${step.name}: ${(error as Error).message}`, { cause: error })
  }
}

type Details = Pick<Step, 'drops' | 'define'> & { params?: Parameters }

/** A step that runs a statement, which makes a table; it reads the tables after `from` and `join`. */
const making = (table: string, sql: string, details: Details = {}): Step => ({
  name: table,
  reads: [...new Set(Array.from(sql.matchAll(tableRead), ([, name]) => name!))],
  writes: [table],
  sql,
  ...details,
})

/** A step that makes a table, or a view, of the rows of a query. */
export const statement = (table: string, query: string, details?: Details): Step =>
  making(table, `create table ${table} as ${query}`, details)
export const view = (table: string, query: string, details?: Details): Step =>
  making(table, `create view ${table} as ${query}`, details)

/** Not `is distinct from one.column`. */
const tableRead = /(?<!distinct )\b(?:from|join)\s+([a-z]+\.[a-z_]+)/g

/**
 * Makes steps of the statements beside a module: `step('match.pairs')` makes that table by the file
 * `pairs.sql`.
 */
export const stepsOf = (moduleUrl: string) => (table: string, details?: Details) =>
  making(table, sqlFile(moduleUrl, `${table.split('.')[1]}.sql`), details)

/** A step that makes a table by a function. */
export const task = (
  table: string,
  reads: string[],
  run: (database: Database) => Promise<void>,
): Step => ({ name: table, reads, writes: [table], run })

/** A step that makes a table of rows that are at hand. */
export const given = (table: string, types: Record<string, string>, rows: object[]): Step =>
  task(table, [], (database) => valuesTable(database, table, types, rows))

/** A step that makes a table without rows. */
export const empty = (table: string, columns: Column[]): Step =>
  making(table, `create table ${table} (${columnDefinitions(columns)})`)
