import { UsageError } from '../../data/command_line.ts'
import { counted } from '../../data/digit_grouping.ts'
import { changeLine, type Run, type RunDraft } from '../../data/schema/run.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Quarantined } from '../../data/schema/quarantine.ts'
import { candidates } from '../candidates/candidates.ts'
import { accept, lift, reject } from '../candidates/decide.ts'
import { complaintOf, refuses } from '../gates/gates.ts'
import { notifyRun } from '../notify/notify_run.ts'
import { shownOnTerminal } from '../progress.ts'
import { keptReport } from '../report/report.ts'
import { type Decided, readQuarantine } from '../snapshots/quarantine.ts'
import { currentSnapshot } from '../snapshots/snapshots.ts'
import { rollback } from '../snapshots/retention.ts'
import { rollbackLines, type Outcome } from './outcomes.ts'
import { recordRun } from './record_run.ts'
import { settingsOf } from './sources.ts'

export type DecisionValues = { gate?: string[]; reason?: string; by?: string; config?: string }

/** Returns name and reason of a decision. Throws a UsageError if one is missing. */
function decidedBy(action: string, { by, reason }: DecisionValues): Decided {
  if (!by?.trim() || !reason?.trim()) {
    const missing = [by?.trim() ? [] : '--by WHO', reason?.trim() ? [] : '--reason "why"'].flat()
    throw new UsageError(`${action} needs ${missing.join(' and ')}, for the ledger of runs`)
  }
  return { by: by.trim(), reason: reason.trim(), at: new Date().toISOString() }
}

/**
 * Does a person's action, adds its line to the ledger and writes the metrics of `config`. Throws a UsageError
 * if name or reason is missing.
 */
async function recorded(
  places: Layout,
  action: Run['action'],
  values: DecisionValues,
  work: (run: RunDraft, decided: Decided) => Promise<Outcome>,
): Promise<Outcome> {
  const decided = decidedBy(action, values)
  const { notify } = settingsOf(values.config)
  const outcomes: Outcome[] = []
  const does = async (run: RunDraft) => {
    Object.assign(run, { outcome: 'done', by: decided.by, reason: decided.reason })
    outcomes.push(await work(run, decided))
    return 0
  }
  await recordRun(places, action, does, () => notifyRun(places, notify, null))
  return outcomes[0]!
}

export async function candidatesAction(places: Layout): Promise<Outcome> {
  const [all, held] = [await candidates(places), await readQuarantine(places)]
  const lines: string[] = []
  for (const { own, manifest } of all) {
    const { id, gates } = manifest
    const totals = (await keptReport(places.report(id)))?.totals
    lines.push(totals ? `${id}  ${changeLine(totals)}` : id)
    lines.push(...gates.filter(refuses).map((verdict) => `  ${complaintOf(verdict)}`))
    lines.push(
      `  compared with ${manifest.previous}; to serve it: BUILD_DIR=${own.root} PORT=8081 METRICS_PORT=0 npm start`,
    )
  }
  if (all.length === 0) lines.push(`no candidate in ${places.candidates}`)
  const value = { candidates: all.map(({ manifest }) => manifest), quarantine: held }
  return { value, lines: [...lines, ...heldLines(held)] }
}

const heldLines = (held: Quarantined[]): string[] =>
  held.map(
    ({ sha256, source, file, by, reason, at }) =>
      `in quarantine: ${source} ${file} ${sha256.slice(0, 12)}, by ${by} on ${at.slice(0, 10)}: ${reason}`,
  )

export async function acceptAction(places: Layout, [id = '']: string[], values: DecisionValues) {
  const { gate: gates = [] } = values
  if (gates.length === 0)
    throw new UsageError(
      'accept needs --gate GATE, the one that refused; several times if several did',
    )
  return recorded(places, 'accept', values, async (run, decided) => {
    const totals = (await keptReport(places.report(id)))?.totals ?? null
    const { previous, gates: verdicts } = await shownOnTerminal('accept', () =>
      accept(places, id, gates, decided),
    )
    const figures = verdicts.flatMap(({ figures }) => figures)
    Object.assign(run, {
      outcome: 'published',
      snapshot: id,
      previous,
      gates,
      figures,
      changes: totals,
    })
    const first = totals ? [changeLine(totals)] : []
    return {
      value: { live: id, before: previous },
      lines: [...first, `${id} is live; ${previous} was`],
    }
  })
}

export async function rejectAction(places: Layout, [id = '']: string[], values: DecisionValues) {
  return recorded(places, 'reject', values, async (run, decided) => {
    const held = await reject(places, id, decided)
    run.snapshot = id
    const lines = [`${id} is removed`, ...heldLines(held)]
    return { value: { rejected: id, quarantine: held }, lines }
  })
}

export async function rollbackAction(places: Layout, [id = '']: string[], values: DecisionValues) {
  const given = { by: 'unnamed', reason: 'rolled back', ...values }
  const before = await currentSnapshot(places)
  return recorded(places, 'rollback', given, async (run, decided) => {
    const held = await shownOnTerminal('rollback', () => rollback(places, id, decided))
    Object.assign(run, { outcome: 'published', snapshot: id, previous: before })
    const lines = [...rollbackLines(id, before), ...heldLines(held)]
    return { value: { live: id, before, quarantine: held }, lines }
  })
}

export async function liftAction(places: Layout, [digest = '']: string[], values: DecisionValues) {
  return recorded(places, 'lift', values, async (run) => {
    const lifted = await lift(places, digest)
    run.message = lifted.map(({ sha256 }) => sha256).join('\n')
    const lines = [`${counted(lifted.length, 'file')} out of quarantine; the next build reads it`]
    return { value: { lifted }, lines }
  })
}

export async function confirmClockAction(places: Layout, _ids: string[], values: DecisionValues) {
  const given = { reason: 'the clock is right', ...values }
  return recorded(places, 'confirm-clock', given, async (run, decided) => {
    run.clock = 'confirmed'
    const lines = [`${decided.by} confirmed the clock: ${decided.at}`]
    return { value: { confirmed_at: decided.at }, lines }
  })
}
