import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Layout } from '../../data/schema/layout.ts'
import type { Run, RunDraft } from '../../data/schema/run.ts'
import { systemFailure } from '../../data/system_failure.ts'
import { entryOf } from '../runs/entry.ts'
import { appendRun } from '../runs/ledger.ts'
import { takeNotSent } from '../notify/notify_run.ts'
import { endingOf } from './endings.ts'

/**
 * Runs a command and adds its line to the ledger, however it ends. `work` fills in the draft and returns the
 * exit status; `notify` gets the line, even if it can't be added. Without a build folder there is no ledger, and bad usage makes none.
 */
export async function recordRun(
  places: Layout,
  action: Run['action'],
  work: (draft: RunDraft) => Promise<number>,
  notify: (run: Omit<Run, 'run'>) => Promise<void> = async () => {},
  begun = new Date(),
): Promise<number> {
  const draft: RunDraft = {}
  const start = performance.now()
  const record = async (ended: RunDraft & Pick<Run, 'outcome' | 'status'>) => {
    const begun_at = begun.toISOString()
    const ended_at = new Date(begun.getTime() + performance.now() - start).toISOString()
    const not_sent = takeNotSent(places)
    const entry = entryOf({ action, begun_at, ended_at, not_sent, ...draft, ...ended })
    try {
      if (existsSync(places.root)) appendRun(places, entry)
    } finally {
      await notify(entry)
    }
  }
  let status: number
  try {
    status = await work(draft)
  } catch (error) {
    const { message } = systemFailure(error) ?? (error as Error)
    try {
      const ending = endingOf(error)
      await record({ outcome: ending.status === 3 ? 'refused' : 'failed', ...ending, message })
    } catch (unrecorded) {
      const why = (unrecorded as Error).message
      process.stderr.write(`can't record this run in ${places.runs}: ${why}\n`)
    }
    throw error
  }
  await record({ outcome: status === 0 ? 'published' : 'refused', ...draft, status })
  return status
}
