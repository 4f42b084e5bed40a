import { complaint, type Gate } from './gate.ts'

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
    check: ({ decided }) =>
      complaint(
        decided
          .filter(({ state }) => state === 'finds nothing')
          .map(
            ({ entry, what, by, reason }) =>
              `decision ${entry} (${what}, by ${by}: ${reason}) finds nothing; ` +
              `if it has no use now: npm run farms -- withdraw ${entry} --by WHO --reason WHY`,
          ),
      ),
  },
]
