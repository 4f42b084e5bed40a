import type { Verdict } from '../../data/schema/manifest.ts'
import { decisionGates } from './decisions.ts'
import { NotCompared, type Finished, type Gate } from './gate.ts'
import { losses } from './losses.ts'
import { soundness } from './soundness.ts'
import { staleSources } from './stale_sources.ts'

/** All gates. A snapshot that one refuses is not published. */
export const gates: Gate[] = [...soundness, ...losses, ...staleSources, ...decisionGates]

/** A person's decision to publish despite a gate's complaint. */
export type Acceptance = { gate: string; reason: string }

/** Runs every gate; none is skipped because another failed. */
export async function runGates(finished: Finished, accepted: Acceptance[] = []) {
  const verdicts: Verdict[] = []
  for (const { name, description, severity, check } of gates) {
    const finding = await check(finished)
    const isAcceptable = typeof finding === 'string' && severity === 'refusal'
    const acceptance = isAcceptable ? accepted.find(({ gate }) => gate === name) : undefined
    verdicts.push({
      name,
      severity,
      passed: finding instanceof NotCompared ? null : finding === null,
      detail: finding instanceof NotCompared ? finding.why : (finding ?? description),
      accepted_reason: acceptance?.reason ?? null,
    })
  }
  return verdicts
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
