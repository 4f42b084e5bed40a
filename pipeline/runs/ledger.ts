import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { lockFolder } from '../../data/disk/folder_lock.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { run as runSchema, type Run, type RunDraft } from '../../data/schema/run.ts'
import { pipelineVersion } from '../version.ts'

/** The lines of the ledger; `torn` are the numbers of lines that a crash or a hand damaged. */
export type Ledger = { runs: Run[]; torn: number[] }

/** Reads `build/runs.jsonl`, oldest first; empty if there is none. */
export const readLedger = ({ runs: path }: Layout): Ledger =>
  ledgerOf(existsSync(path) ? readFileSync(path, 'utf8') : '')

function ledgerOf(text: string): Ledger {
  const ledger: Ledger = { runs: [], torn: [] }
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const read = runOf(line)
    if (read) ledger.runs.push(read)
    else ledger.torn.push(index + 1)
  }
  return ledger
}

function runOf(line: string): Run | null {
  try {
    return runSchema.parse(JSON.parse(line))
  } catch {
    return null // a torn line: the reader names its number
  }
}

/** Milliseconds to wait for another process that appends. */
const patience_ms = 10_000

/**
 * Appends a run and forces it to the disk. A torn last line is ended first. Returns the run with its number,
 * the next one. All in one go: what waits for the lock holds its whole process.
 */
export function appendRun(places: Layout, entry: Omit<Run, 'run'>): Run {
  using lock = lockFolder(places.runsLock, patience_ms)
  if (!lock) throw new Error(`${places.runs} is locked by another process; try again`)
  const isNew = !existsSync(places.runs)
  const before = isNew ? '' : readFileSync(places.runs, 'utf8')
  const { runs } = ledgerOf(before)
  const appended = runSchema.parse({ run: (runs.at(-1)?.run ?? 0) + 1, ...entry })
  const end = before === '' || before.endsWith('\n') ? '' : '\n'
  appendFileSync(places.runs, `${end}${JSON.stringify(appended)}\n`, { flush: true })
  if (isNew) syncFolder(places.root)
  return appended
}

/** Forces the name of a new file to the disk. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

const untold = {
  stage: null,
  cause: null,
  message: null,
  snapshot: null,
  previous: null,
  inputs: [],
  fingerprint: null,
  failing: [],
  gates: [],
  figures: [],
  changes: null,
  not_sent: null,
  by: null,
  reason: null,
  clock: null,
} satisfies RunDraft

type Known = Pick<Run, 'action' | 'begun_at' | 'ended_at' | 'outcome' | 'status'>

/** Makes a line for the ledger out of its known fields. */
export const entryOf = (known: Known & RunDraft): Omit<Run, 'run'> => ({
  at: known.begun_at,
  version: pipelineVersion,
  ...untold,
  ...known,
})

/** When a build began, and the live snapshot then and now. */
type Killed = { begun_at: string; previous: string | null; live: string | null }

/** Adds the line of a build that was killed, and so could not add it. */
export function recordKilled(places: Layout, { begun_at, previous, live }: Killed): void {
  const isLive = live !== previous
  const outcome = isLive ? 'published' : 'failed'
  const message = isLive
    ? `killed after ${live} went live, before its report was kept`
    : 'killed before it published: run it again; journalctl -k shows whether memory ran out'
  const ended_at = new Date().toISOString()
  const known = { begun_at, ended_at, outcome, status: null, cause: 'killed', message } as const
  const snapshot = isLive ? live : null
  appendRun(places, entryOf({ action: 'build', ...known, snapshot, previous }))
}

/**
 * Sorts snapshot ids by the runs that made them, oldest first, whatever the clock was. Those of no known run
 * come first, by id.
 */
export function inSequence(places: Layout, ids: string[]): string[] {
  const made = new Map<string, number>()
  for (const { run, action, snapshot } of readLedger(places).runs)
    if (action === 'build' && snapshot !== null && !made.has(snapshot)) made.set(snapshot, run)
  const rank = (id: string) => made.get(id) ?? 0
  return ids.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
