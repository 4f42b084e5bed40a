import { counted } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { Manifest, Verdict } from '../../../data/schema/manifest.ts'
import { section } from '../../pages/page.ts'
import { table } from '../../pages/parts.ts'

export const gatesSection = ({ gates }: Pick<Manifest, 'gates'>): Html =>
  section(
    'gates',
    'Checks before publication',
    html`<p>${outcomes(gates)}</p>
      <details>
        <summary>Each check</summary>
        ${table(
          'Outcome of each check',
          ['Check', 'Outcome', 'Finding'],
          gates.map((gate) => {
            const { name, detail, accepted_reason } = gate
            const outcome = outcomeOf(gate)
            return [
              name.replaceAll('-', ' '),
              html`<span class="tag ${kinds[outcome][0]}">${outcome}</span>`,
              accepted_reason === null ? detail : `${detail} Accepted: ${accepted_reason}`,
            ]
          }),
        )}
      </details>`,
  )

/** The outcomes of a gate: the style of its tag, and the words after a count. */
const kinds = {
  passed: ['', 'passed'],
  accepted: ['warned', 'accepted, with reason'],
  warning: ['warned', 'warning'],
  failed: ['failed', 'failed'],
  'not compared': ['quiet-tag', 'not compared'],
} as const

/** The number of gates by outcome: `7 passed · 5 accepted, with reason · 1 warning`. */
export function outcomes(gates: readonly Verdict[]): string {
  const counts = Map.groupBy(gates, outcomeOf)
  return Object.entries(kinds)
    .map(([kind, [, words]]) => {
      const count = counts.get(kind as keyof typeof kinds)?.length ?? 0
      return count === 0 ? null : kind === 'warning' ? counted(count, words) : `${count} ${words}`
    })
    .filter((each) => each !== null)
    .join(' · ')
}

function outcomeOf({ passed, severity, accepted_reason }: Verdict): keyof typeof kinds {
  if (passed === null) return 'not compared'
  if (passed) return 'passed'
  if (accepted_reason !== null) return 'accepted'
  return severity === 'warning' ? 'warning' : 'failed'
}
