import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { layout } from '../../data/schema/layout.ts'
import { manifest } from '../../data/schema/manifest.ts'
import { report as reportSchema, type Report } from '../../data/schema/report.ts'
import { run } from './command.ts'
import { UsageError } from '../../data/command_line.ts'
import type { Options } from './options.ts'

/** A published snapshot, and how long its build took. */
export type BuiltSnapshot = {
  id: string
  buildDir: string
  folder: string
  farms: number
  /** Rows of the sources: two that are one farm are two of them. */
  rows: number
  stages: Report['stages']
}

const defaultFarms = 100_000

/**
 * Takes the live snapshot of a build folder; where it has none, builds one from synthetic farms.
 * Throws a UsageError where the live one was built from another number of farms than was asked for.
 */
export async function provideSnapshot(
  buildDir: string,
  { farms, seed }: Pick<Options, 'farms' | 'seed'>,
  signal: AbortSignal,
): Promise<BuiltSnapshot> {
  const isReused = existsSync(layout(buildDir).current)
  if (!isReused) await build(buildDir, farms ?? defaultFarms, seed, signal)
  const snapshot = await readSnapshot(buildDir)
  if (isReused && farms !== undefined && farms !== snapshot.rows)
    throw new UsageError(
      `${buildDir} holds a snapshot of ${snapshot.rows} rows, not ${farms}: leave --farms out, or name another folder`,
    )
  return snapshot
}

async function build(buildDir: string, farms: number, seed: number, signal: AbortSignal) {
  const feed = `${buildDir}.feed.jsonl`
  try {
    await run(
      'data/sample/main.ts',
      ['--farms', String(farms), '--seed', String(seed), '--out', feed],
      signal,
    )
    await run(
      'pipeline/main.ts',
      ['build', '--source', `farm-feed=${feed}`, '--out', buildDir],
      signal,
    )
  } finally {
    await rm(feed, { force: true })
  }
}

async function readSnapshot(buildDir: string): Promise<BuiltSnapshot> {
  const { current, snapshot, report } = layout(buildDir)
  const id = (await readFile(current, 'utf8')).trim()
  const folder = snapshot(id)
  const { farms, sources } = manifest.parse(await readJson(join(folder, 'manifest.json')))
  const { stages } = await readJson(join(report(id), 'report.json'))
  return {
    id,
    buildDir,
    folder,
    farms,
    rows: sources.reduce((sum, { read }) => sum + read, 0),
    stages: reportSchema.shape.stages.parse(stages),
  }
}

const readJson = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(path, 'utf8'))
