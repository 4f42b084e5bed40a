import { groupDigits } from '../../data/digit_grouping.ts'
import type { Report } from '../../data/schema/report.ts'
import { complaint, type Gate } from './gate.ts'

/** Idle decisions that a complaint describes; the report lists all. */
const described = 5

function idleComplaint(idle: Report['decided']): string | null {
  const all = idle.map(
    ({ entry, what, by, reason }) =>
      `decision ${entry} (${what}, by ${by}: ${reason}) finds nothing`,
  )
  const more = all.splice(described).length
  if (more > 0) all.push(`and ${groupDigits(more)} more`)
  if (all.length > 0)
    all.push(
      `if ${all.length === 1 ? 'it has' : 'they have'} no use now: ` +
        `npm run farms -- withdraw ${idle.map(({ entry }) => entry).join(' ')} --by WHO --reason WHY`,
    )
  return complaint(all)
}

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
