import type { Run, RunDraft } from '../../data/schema/run.ts'
import { pipelineVersion } from '../version.ts'

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
