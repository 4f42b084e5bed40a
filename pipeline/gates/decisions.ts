import type { Report } from '../../data/schema/report.ts'
import { complaint, firstOf, type Gate } from './gate.ts'

/** Describes the first idle decisions, without the person who decided: the manifest of an accepted build is public. */
const idleComplaint = (idle: Report['decided']): string | null =>
  complaint(
    firstOf(
      idle.map(({ entry, what, reason }) => `decision ${entry} (${what}: ${reason}) finds nothing`),
    ),
  )

/** Gates that keep what persons decided: a night that forgets it would undo it without a word. */
export const decisionGates: Gate[] = [
  {
    name: 'decisions-lost',
    description: 'Every decision on record when the live snapshot was built is still on record',
    severity: 'refusal',
    check: ({ decisions, previous }) => {
      const known = previous?.manifest.decisions ?? 0
      if (decisions >= known) return null
      const kept = `reports/${previous!.manifest.id}/decisions.jsonl`
      return `the decisions file has ${decisions} lines, and had ${known}: restore it from ${kept} in the build folder`
    },
  },
  {
    name: 'decisions-idle',
    description: 'Every decision in force finds what it names',
    severity: 'refusal',
    check: ({ decided }) => idleComplaint(decided.filter(({ state }) => state === 'finds nothing')),
  },
]
