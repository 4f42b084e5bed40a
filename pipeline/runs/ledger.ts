import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { lockFolder } from '../../data/disk/folder_lock.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { run as runSchema, type Run } from '../../data/schema/run.ts'

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
