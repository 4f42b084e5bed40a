import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { z } from 'zod'
import {
  decision,
  wordsOf,
  type DecidedPair,
  type Decision,
} from '../../../data/schema/input/decision.ts'
import { closedFileMode } from '../../../data/schema/layout.ts'
import type { Report } from '../../../data/schema/report.ts'
import { SourceError } from '../../read/source_error.ts'
import { readIfPresent, SnapshotsError } from '../../snapshots/snapshots.ts'
import { isOver } from '../removal/tombstones.ts'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import { lockFolder } from '../../../data/disk/folder_lock.ts'

/** A decision with the number of its line in the file, from 1. */
export type Decided<Kind = Decision['decision']> = Extract<Decision, { decision: Kind }> & {
  entry: number
}
export type Decisions = {
  file: string
  /** Every line, also of decisions that ended. */
  entries: Decided[]
}

/**
 * Reads a file of decisions (data/schema/input/decision.ts); none if there is no file. Throws a SourceError
 * that names line and field if one is invalid: half of the decisions is worse than none.
 */
export async function readDecisions(path: string): Promise<Decisions> {
  const text = (await readIfPresent(path))?.trimEnd() || null
  const entries = (text?.split('\n') ?? []).map((line, index) => ({
    ...parse(line, `${path}, line ${index + 1}`),
    entry: index + 1,
  }))
  return { file: basename(path), entries }
}

function parse(line: string, where: string): Decision {
  const { success, data, error } = decision.safeParse(json(line, where))
  if (!success) throw new SourceError(`${where}: ${error.issues.map(complaint).join('; ')}`)
  return data
}

function json(line: string, where: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new SourceError(`${where} is not JSON: ${(error as Error).message}`, { cause: error })
  }
}

const complaint = ({ path, message }: z.core.$ZodIssue) => [...path, message].join(': ')

export const isOf = <Kind extends Decision['decision']>(...kinds: Kind[]) =>
  ((each: Decided) => (kinds as string[]).includes(each.decision)) as (
    each: Decided,
  ) => each is Decided<Kind>

/** The state of a decision before it is applied; null = in force. */
export function endOf({ entries }: Decisions, now: Date) {
  const withdrawn = new Set(entries.filter(isOf('withdraw')).map((each) => each.of))
  return (each: Decided) => {
    if (each.decision === 'withdraw') return 'withdrawn'
    if (withdrawn.has(each.entry)) return 'withdrawn'
    return isOver(each.until, now) ? 'expired' : null
  }
}

/** The removals that were withdrawn. */
export function withdrawnRemovals(decisions: Decisions, now: Date): Decided<'remove'>[] {
  const end = endOf(decisions, now)
  return decisions.entries.filter(isOf('remove')).filter((each) => end(each) === 'withdrawn')
}

/** The pairs that merges and splits name. */
export const pairsOf = (inForce: Decided[]): DecidedPair[] =>
  inForce
    .filter(isOf('merge', 'split'))
    .flatMap(({ entry, decision: kind, listing, others }) =>
      others.map((other) => ({ entry, a: listing, b: other, same: kind === 'merge' })),
    )

/** The result of each decision. `states`: of those in force that found what they name. */
export const resultsOf = (
  { entries }: Decisions,
  end: ReturnType<typeof endOf>,
  states: Map<number, 'applied' | 'waits'>,
): Report['decided'] =>
  entries
    .filter(({ decision: kind }) => kind !== 'withdraw')
    .map((each) => ({
      entry: each.entry,
      what: wordsOf(each),
      by: each.by,
      reason: each.reason,
      apart: each.decision === 'split' && !end(each) ? [each.listing, ...each.others] : [],
      state: end(each) ?? states.get(each.entry) ?? 'finds nothing',
    }))

/**
 * Appends what `decide` makes of the decisions on record, in one step, and returns it with its numbers. No
 * other process can append meanwhile. Throws if the file is invalid or locked.
 */
export async function recordDecisions(
  path: string,
  decide: (onRecord: Decisions) => Decision[],
): Promise<Decided[]> {
  if (!existsSync(dirname(path)))
    throw new SnapshotsError(
      `there is no folder ${dirname(path)} for decisions; name it by --out DIR`,
    )
  using lock = lockFolder(`${path}.lock`)
  if (!lock) throw new SnapshotsError(`another process writes ${path}; try again`)
  const onRecord = await readDecisions(path)
  const made = decide(onRecord).map((each) => decision.parse(each))
  const before = (await readIfPresent(path))?.trimEnd()
  const lines = [...(before ? [before] : []), ...made.map((each) => JSON.stringify(each))]
  if (made.length > 0)
    await replaceAtomically(path, lines.join('\n') + '\n', `${path}.new`, closedFileMode)
  return made.map((each, index) => ({ ...each, entry: onRecord.entries.length + index + 1 }))
}
