import { z } from 'zod'
import { fallback, figure, snapshotPattern } from './manifest.ts'
import { groupDigits } from '../digit_grouping.ts'

const text = z.string()
const time = z.iso.datetime()
const snapshot = text.regex(snapshotPattern, 'a snapshot id').nullable()

/** Farms that differ from the previous snapshot; of the changed ones, `moved` are over a quarter of a mile away. */
export const changeTotals = z.strictObject({
  added: z.int(),
  gone: z.int(),
  changed: z.int(),
  moved: z.int(),
})
type ChangeTotals = z.infer<typeof changeTotals>

/** `12 added, 3 gone, 140 changed, 2 moved`: the first line of every report and message. */
export const changeLine = (totals: ChangeTotals): string =>
  (Object.keys(changeTotals.shape) as (keyof ChangeTotals)[])
    .map((name) => `${groupDigits(totals[name])} ${name}`)
    .join(', ')

/** Why a run published nothing. */
const runCauses = [
  'gate',
  'quarantined',
  'source',
  'usage',
  'clock',
  'state',
  'busy',
  'machine',
  'killed',
  'program',
] as const
export type RunCause = (typeof runCauses)[number]

/** One line of `build/runs.jsonl`: a build, or a person's action on snapshots. */
export const run = z.object({
  /** From 1, in the order of the lines. */
  run: z.int().min(1),
  action: z.enum(['build', 'accept', 'reject', 'rollback', 'lift', 'confirm-clock']),
  begun_at: time,
  ended_at: time,
  /** The moment for which it was built: `begun_at` without `--at`. */
  at: time,
  /** The program's version. */
  version: text,
  outcome: z.enum(['published', 'unchanged', 'refused', 'failed', 'done']),
  /** Exit status; null = killed. */
  status: z.int().nullable(),
  /** The last stage begun; null = none. */
  stage: text.nullable(),
  /** null = published, or nothing to publish. */
  cause: z.enum(runCauses).nullable(),
  /** What went wrong, and the remedy, in one sentence or several. */
  message: text.nullable(),
  /** The snapshot made live, or the candidate of a refused build. */
  snapshot,
  /** The live snapshot before. */
  previous: snapshot,
  inputs: z.array(
    z.object({
      source: text,
      file: text,
      sha256: text,
      edition: z.iso.date().nullable(),
      rows: z.int(),
      /** null = the file that its source gave; missing in older lines. */
      fallback: fallback.nullish(),
    }),
  ),
  /** Identifies what determines the snapshot (pipeline/publish/fingerprint.ts); null = it did not come to that. */
  fingerprint: text.nullable().default(null),
  /** Sources that failed: why, what serves instead, and its age; missing in older lines. */
  failing: z.array(text).default([]),
  /** Gates that refused; for an acceptance, the accepted ones. */
  gates: z.array(text),
  /** Measurements of the gates. */
  figures: z.array(figure),
  /** null = it did not come to that. */
  changes: changeTotals.nullable(),
  /** Notifications of the run before that did not arrive; missing in older lines. */
  not_sent: text.nullable().default(null),
  /** The person who acted, and why. */
  by: text.nullable(),
  reason: text.nullable(),
  /** leapt = over 30 days since the last run, unconfirmed = still so; null = not looked at. */
  clock: z.enum(['sound', 'leapt', 'unconfirmed', 'confirmed', 'behind', 'set']).nullable(),
})
export type Run = z.infer<typeof run>

/** The known part of an unfinished run: a build fills it in as it proceeds. */
export type RunDraft = Partial<Omit<Run, 'run' | 'action' | 'version' | 'status'>>
