import type { Verdict } from '../../data/schema/manifest.ts'
import type { Finished, Gate } from './gate.ts'
import { losses } from './losses.ts'
import { soundness } from './soundness.ts'
import { staleSources } from './stale_sources.ts'

/** A snapshot that one of them refuses is not published. */
export const gates: Gate[] = [...soundness, ...losses, ...staleSources]

/** Someone's word that a gate's complaint is known and right. */
export type Acceptance = { gate: string; reason: string }

/** Runs every gate; none is skipped because another failed. */
export async function runGates(
  finished: Finished,
  accepted: Acceptance[] = [],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const { name, description, severity, check } of gates) {
    const failure = await check(finished)
    const acceptance = accepted.find(({ gate }) => gate === name)
    verdicts.push({
      name,
      severity,
      passed: failure === null,
      detail: failure ?? description,
      accepted_reason:
        failure !== null && severity === 'refusal' ? (acceptance?.reason ?? null) : null,
    })
  }
  return verdicts
}

/** Whether a verdict keeps the snapshot from being published. */
export const refuses = ({ severity, passed, accepted_reason }: Verdict): boolean =>
  !passed && severity !== 'warning' && accepted_reason === null
