import type { Manifest, Verdict } from '../../data/schema/manifest.ts'
import type { RunDraft } from '../../data/schema/run.ts'
import { changes } from './changes.ts'
import { decisionGates } from './decisions.ts'
import { complaint, firstOf, type Finished, type Gate, type Measured } from './gate.ts'
import { losses } from './losses.ts'
import { differences } from './measures.ts'
import { rows } from './rows.ts'
import { soundness } from './soundness.ts'
import { staleSources } from './stale_sources.ts'
import { memoize } from '../../data/memoize.ts'

/** All gates, causes before consequences: the first complaint heads the message. */
export const gates: Gate[] = [
  ...soundness,
  ...rows,
  ...losses,
  ...changes,
  ...staleSources,
  ...decisionGates,
]

/** A gate that may be overruled, and why. */
export type Acceptance = { gate: string; reason: string }

/** Runs every gate; none is skipped because another failed. */
export async function runGates(given: Finished, accepted: Acceptance[] = []) {
  const { database, folder } = given
  const counted = memoize((before: string) => differences(database, before, folder))
  const finished = { ...given, differences: counted }
  const verdicts: Verdict[] = []
  for (const { name, description, severity, check } of gates) {
    const found = await check(finished)
    const { figures = [], why = null } = typeof found === 'string' || found === null ? {} : found
    const finding = typeof found === 'string' ? found : overLimits(figures)
    const acceptance =
      finding !== null && severity === 'refusal'
        ? accepted.find(({ gate }) => gate === name)
        : undefined
    verdicts.push({
      name,
      severity,
      passed: why === null ? finding === null : null,
      detail: why ?? finding ?? description,
      figures: figures.map(({ figure }) => figure),
      accepted_reason: acceptance?.reason ?? null,
      accepted_by: null,
    })
  }
  return verdicts
}

/** Fields that are made of another one: if both are over their limits, a complaint names that one. */
const derivedFrom: Partial<Record<string, string>> = {
  hours_json: 'hours',
  hours_confirmed_at: 'hours',
  categories: 'products',
}

/** The largest measurements over their limits, one for each source and field. */
function overLimits(measured: Measured[]): string | null {
  const bySubject = new Map<string, Measured>()
  for (const each of measured.filter(({ figure }) => figure.observed > figure.allowed)) {
    const subject = `${each.figure.source} ${each.figure.field}`
    if (!bySubject.has(subject)) bySubject.set(subject, each)
  }
  const isOver = (source: string | null, field: string | undefined) =>
    field !== undefined && bySubject.has(`${source} ${field}`)
  const own = [...bySubject.values()].filter(
    ({ figure: { source, field } }) => !isOver(source, derivedFrom[field ?? '']),
  )
  const over = own.toSorted((a, b) => b.figure.observed - a.figure.observed)
  return complaint(firstOf(over.map(({ says }) => says)))
}

export function outcomeOf({ severity, passed, accepted_reason }: Verdict) {
  if (passed === null) return 'not compared'
  if (passed) return 'passed'
  if (severity === 'warning') return 'warning'
  return accepted_reason === null ? 'refused' : 'accepted'
}

/** `farms-lost: 11 of 100 (11.0 %) are gone` */
export const complaintOf = ({ name, detail }: Verdict): string => `${name}: ${detail}`

/** True if a verdict prevents the publication. */
export const refuses = (verdict: Verdict): boolean => outcomeOf(verdict) === 'refused'

/** A run's account of its gates: their figures; if some refuse, their complaints and what to type. */
export function accountOf({ id, gates }: Manifest): RunDraft {
  const refusing = gates.filter(refuses)
  const account = {
    snapshot: id,
    figures: gates.flatMap(({ figures }) => figures),
    gates: refusing.map(({ name }) => name),
  }
  if (refusing.length === 0) return account
  const message = [...refusing.map(complaintOf), ...remedies(id, gates)].join('\n')
  return { ...account, cause: 'gate', message }
}

/** What to type about a refused build: nothing can accept a fault, of which no candidate is kept. */
export function remedies(id: string, verdicts: Verdict[]): string[] {
  const refusing = verdicts.filter(refuses)
  if (refusing.length === 0 || refusing.some(({ severity }) => severity === 'fault')) return []
  const flags = refusing.map(({ name }) => `--gate ${name}`).join(' ')
  return [
    `if the data is right: npm run snapshots -- accept ${id} ${flags} --by WHO --reason "why"`,
    `if it is wrong: wait for another file, or npm run snapshots -- reject ${id} --by WHO --reason "why"`,
  ]
}
