import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { Gauge, Registry } from 'prom-client'
import type { Notify } from '../../data/schema/input/sources_file.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { readLedger } from '../runs/ledger.ts'
import { send } from './send.ts'
import type { Message } from './message.ts'
import { moveDurably, writeDurably } from '../../data/disk/durable_files.ts'
import type { Run } from '../../data/schema/run.ts'
import { openDatabase } from '../database/database.ts'
import { currentEditions } from '../resolve/before/previous.ts'
import { liveSnapshot } from '../snapshots/snapshots.ts'

/**
 * Writes the metrics and sends a message, if there is one. Failures go to standard error and into the line of
 * the next run; they fail nothing.
 */
export async function notifyRun(
  places: Layout,
  notify: Notify | undefined,
  message: Message | null,
): Promise<void> {
  if (!notify) return
  const where = `build folder ${resolve(places.root)} on ${hostname()}\n`
  const failures = message ? await send(notify, { ...message, text: message.text + where }) : []
  const { metrics } = notify
  try {
    if (metrics) await writeMetrics(metrics, places, readLedger(places).runs)
  } catch (error) {
    failures.push(`metrics were not written: ${(error as Error).message}`)
  }
  try {
    if (failures.length > 0 && existsSync(places.root))
      writeFileSync(places.notSent, failures.join('; '))
  } catch (error) {
    failures.push(`this is not kept for the next run: ${(error as Error).message}`)
  }
  process.stderr.write(failures.map((failure) => `notify: ${failure}\n`).join(''))
}

/** Takes what the run before could not send; null = nothing. */
export function takeNotSent({ notSent }: Layout): string | null {
  if (!existsSync(notSent)) return null
  const text = readFileSync(notSent, 'utf8')
  rmSync(notSent)
  return text
}

/** Writes the metrics of the last build and of the live snapshot, for node_exporter, in one step. */
async function writeMetrics(path: string, places: Layout, runs: Run[]): Promise<void> {
  const live = await liveSnapshot(places)
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `farm_directory_${name}`, help, labelNames, registers: [registry] })
  const last = runs.findLast(({ action }) => action === 'build')
  const good = runs.findLast(
    ({ action, status }) => status === 0 && (action === 'build' || action === 'accept'),
  )
  const isAccepted = good?.action === 'accept' && good.snapshot === last?.snapshot
  const ended = (run: Run | undefined) => (run ? seconds(run.ended_at) : 0)
  gauge('run_timestamp_seconds', 'End of the last build; 0 = none').set(ended(last))
  gauge(
    'run_success_timestamp_seconds',
    'End of the last build that published or had nothing to publish, or of its acceptance; 0 = none',
  ).set(ended(good))
  gauge('run_duration_seconds', 'Duration of the last build').set(
    last ? seconds(last.ended_at) - seconds(last.begun_at) : 0,
  )
  gauge('run_status', 'Exit status of the last build, 0 once accepted; -1 = killed or none').set(
    isAccepted ? 0 : (last?.status ?? -1),
  )
  gauge('farms', 'Farms of the live snapshot').set(live?.manifest.farms ?? 0)
  using database = await openDatabase(':memory:')
  const editions = live ? await currentEditions(database, live.folder) : []
  const dates = gauge(
    'edition_timestamp_seconds',
    'Date of an edition that decides what the live snapshot lists; a series that another continues has none',
    ['source', 'series', 'file'],
  )
  for (const { day, source, series, file } of editions)
    dates.set({ source, series, file }, seconds(day))
  const temporary = `${path}.new`
  await writeDurably(temporary, await registry.metrics())
  await chmod(temporary, 0o644) // node_exporter is another user
  await moveDurably(temporary, path)
}

const seconds = (time: string) => Date.parse(time) / 1000
