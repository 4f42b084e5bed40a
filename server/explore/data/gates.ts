import { html, type Html } from '../../../data/html.ts'
import type { Manifest, Verdict } from '../../../data/schema/manifest.ts'
import { section } from '../../pages/page.ts'
import { table } from '../../pages/table.ts'

/** The checks before publication, with their outcomes. */
export const gatesSection = ({ gates }: Pick<Manifest, 'gates'>): Html =>
  section(
    'gates',
    'Checks before publication',
    html`<p>${outcomes(gates)}.</p>
      ${table(
        'Gates of the build',
        ['Gate', 'Outcome', 'Finding'],
        gates.map((gate) => [gate.name.replaceAll('-', ' '), tagOf(gate), findingOf(gate)]),
      )}`,
  )

/** The outcomes of a gate: the style of its tag, and the words for a count. */
const kinds = {
  passed: ['', 'passed'],
  accepted: ['warned', 'accepted with a reason'],
  warning: ['warned', 'with a warning'],
  failed: ['failed', 'failed'],
  'not compared': ['quiet-tag', 'without anything to compare'],
} as const

/** The number of gates by outcome: `7 passed, 5 accepted with a reason, 1 with a warning`. */
export function outcomes(gates: readonly Verdict[]): string {
  const counts = Map.groupBy(gates, outcomeOf)
  return Object.entries(kinds)
    .map(([kind, [, words]]) => [counts.get(kind as keyof typeof kinds)?.length ?? 0, words])
    .filter(([count]) => count !== 0)
    .map((each) => each.join(' '))
    .join(', ')
}

function outcomeOf({ passed, severity, accepted_reason }: Verdict): keyof typeof kinds {
  if (passed === null) return 'not compared'
  if (passed) return 'passed'
  if (accepted_reason !== null) return 'accepted'
  return severity === 'warning' ? 'warning' : 'failed'
}

function tagOf(gate: Verdict): Html {
  const outcome = outcomeOf(gate)
  return html`<span class="tag ${kinds[outcome][0]}">${outcome}</span>`
}

const findingOf = ({ detail, accepted_reason }: Verdict) =>
  accepted_reason === null ? detail : `${detail} Accepted: ${accepted_reason}`
