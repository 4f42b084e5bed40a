import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Layout } from '../../data/schema/layout.ts'
import type { Run, RunDraft } from '../../data/schema/run.ts'
import { systemFailure } from '../../data/system_failure.ts'
import { entryOf } from '../runs/entry.ts'
import { appendRun } from '../runs/ledger.ts'
import { endingOf } from './endings.ts'

/**
 * Runs a command and adds its line to the ledger, however it ends. `work` fills in the draft and returns the
 * exit status. Without a build folder there is no ledger, and bad usage makes none.
 */
export async function recordRun(
  places: Layout,
  action: Run['action'],
  work: (draft: RunDraft) => Promise<number>,
  begun = new Date(),
): Promise<number> {
  const draft: RunDraft = {}
  const start = performance.now()
  const record = (ended: RunDraft & Pick<Run, 'outcome' | 'status'>) => {
    if (!existsSync(places.root)) return
    const begun_at = begun.toISOString()
    const ended_at = new Date(begun.getTime() + performance.now() - start).toISOString()
    appendRun(places, entryOf({ action, begun_at, ended_at, ...draft, ...ended }))
  }
  let status: number
  try {
    status = await work(draft)
  } catch (error) {
    const { message } = systemFailure(error) ?? (error as Error)
    try {
      record({ outcome: 'failed', ...endingOf(error), message })
    } catch (unrecorded) {
      const why = (unrecorded as Error).message
      process.stderr.write(`can't record this run in ${places.runs}: ${why}\n`)
    }
    throw error
  }
  record({ outcome: status === 0 ? 'published' : 'refused', ...draft, status })
  return status
}
