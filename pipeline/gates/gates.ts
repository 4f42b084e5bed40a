import { commandOn } from '../../data/command_line.ts'
import type { Verdict } from '../../data/schema/manifest.ts'
import type { Report } from '../../data/schema/report.ts'
import type { RunDraft } from '../../data/schema/run.ts'
import { currentEditions } from '../resolve/before/previous.ts'
import { changes } from './changes.ts'
import { decisionGates } from './decisions.ts'
import {
  complaint,
  firstOf,
  type Finding,
  type Finished,
  type Gate,
  type Measured,
} from './gate.ts'
import { listedBySource, losses } from './losses.ts'
import { differences } from './measures.ts'
import { rows } from './rows.ts'
import { soundness } from './soundness.ts'
import { staleSources } from './stale_sources.ts'
import { dropTables, makeTables, type Earlier } from './tables.ts'
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
  const { database, previous, earlier: oldest } = given
  const earlier = oldest && oldest.manifest.id !== previous?.manifest.id ? oldest : null
  const finished = {
    ...given,
    earlier,
    differences: memoize((before: Earlier) => differences(database, before)),
    listed: memoize((before: Earlier) => listedBySource(database, before)),
    editions: memoize((folder: string) => currentEditions(database, folder)),
  }
  await makeTables(database, finished)
  const verdicts: Verdict[] = []
  for (const gate of gates) verdicts.push(verdictOf(gate, await gate.check(finished), accepted))
  await dropTables(database)
  return verdicts
}

/** A verdict has a detail in any case: why it did not compare, the complaint, or what the gate is for. */
function verdictOf(gate: Gate, found: Finding, accepted: Acceptance[]): Verdict {
  const { name, severity, description } = gate
  const { figures = [], why = null } = typeof found === 'string' ? {} : (found ?? {})
  const finding = typeof found === 'string' ? found : overLimits(figures)
  const mayBeAccepted = finding !== null && severity === 'refusal'
  const acceptance = mayBeAccepted ? accepted.find((each) => each.gate === name) : undefined
  return {
    name,
    severity,
    passed: why === null ? finding === null : null,
    detail: why ?? finding ?? description,
    figures: figures.map(({ figure }) => figure),
    accepted_reason: acceptance?.reason ?? null,
    accepted_by: null,
  }
}

/** Fields that are made of another one: if both are over their limits, a complaint names that one. */
const derivedFrom: Partial<Record<string, string>> = {
  hours_json: 'hours',
  hours_confirmed_at: 'hours',
  categories: 'products',
  'carried hours_json': 'carried hours',
  'carried categories': 'carried products',
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
export function accountOf(refused: Judged, root: string): RunDraft {
  const { id, gates } = refused
  const refusing = gates.filter(refuses)
  const account = {
    snapshot: id,
    figures: gates.flatMap(({ figures }) => figures),
    gates: refusing.map(({ name }) => name),
  }
  if (refusing.length === 0) return account
  const message = [...refusing.map(complaintOf), ...remedies(refused, root)].join('\n')
  return { ...account, cause: 'gate', message }
}

/** A finished build, published or refused. */
type Judged = Pick<Report, 'previous' | 'gates' | 'decided'> & { id: string }

/** What mostly explains that a gate refuses. */
const likely: Partial<Record<string, string>> = {
  'farms-lost': 'the file was cut off or filtered, or the publisher removed old listings',
  'farms-lost-by-source': 'the file was cut off or filtered, or the publisher removed old listings',
  'farms-lost-by-region': 'a part of the file is missing, or a state’s or county’s list ended',
  'farms-added-by-source': 'a file of another source, farms listed twice, or a larger list',
  'nulls-jumped': 'columns were emptied, swapped or renamed',
  'values-changed':
    'two columns were swapped, a column was sorted alone or shifted, or its format or unit changed',
  'values-gone': 'a column was emptied, swapped or renamed',
  'values-added': 'a column was filled with a default, or two were swapped',
  'values-repeated': 'a column was filled with one value, or dates are those of the export',
  'values-by-region':
    'a part of the file was shifted, sorted or filled, or a state renewed its list',
  'values-swapped': 'rows were shifted, or a column was sorted alone',
  'farms-moved': 'points were rounded, shifted or made again from addresses',
  'terms-flipped': 'a yes/no column was swapped, filled or turned round',
  'rows-doubled': 'the publisher’s export holds each listing twice',
}

/**
 * Likely causes, and what to type about a refused build in the folder `root`: nothing can accept a fault, of which
 * no candidate is kept.
 */
export function remedies({ id, previous, gates, decided }: Judged, root: string): string[] {
  const refusing = gates.filter(refuses)
  if (refusing.length === 0 || refusing.some(({ severity }) => severity === 'fault')) return []
  const causes = new Set(refusing.flatMap(({ name }) => likely[name] ?? []))
  const flags = refusing.map(({ name }) => `--gate ${name}`).join(' ')
  const idle = decided.filter(({ state }) => state === 'finds nothing').map(({ entry }) => entry)
  const isFileAtFault = refusing.some(({ name }) => name !== 'decisions-lost')
  const withdraw = `if a decision has no use now: npm run farms -- withdraw ${idle.join(' ')} --by WHO --reason "why" --config FILE`
  const compare = `to compare: npm run snapshots -- diff ${previous} ${id}`
  const accept = `if the data is right: npm run snapshots -- accept ${id} ${flags} --by WHO --reason "why"`
  const reject = `if it is wrong: wait for another file, or npm run snapshots -- reject ${id} --by WHO --reason "why"`
  const commands = [
    ...(idle.length > 0 ? [withdraw] : []),
    ...(previous === null ? [] : [compare]),
    accept,
    ...(isFileAtFault ? [reject] : []),
  ]
  return [
    ...Array.from(causes, (cause) => `likely: ${cause}`),
    ...commands.map((command) => commandOn(root, command)),
  ]
}
