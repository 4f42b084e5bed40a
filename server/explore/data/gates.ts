import { html, type Html } from '../../../data/html.ts'
import type { Manifest, Verdict } from '../../../data/schema/manifest.ts'
import { section } from '../../console/parts/page.ts'
import { table } from '../../console/parts/table.ts'

/** What was checked before the snapshot went live. */
export const gatesSection = ({ gates }: Pick<Manifest, 'gates'>): Html =>
  section(
    'gates',
    'What was checked',
    table(
      'Gates of the build',
      ['Gate', 'Outcome', 'Finding'],
      gates.map((gate) => [gate.name.replaceAll('-', ' '), outcomeOf(gate), findingOf(gate)]),
    ),
  )

function outcomeOf({ passed, severity, accepted_reason }: Verdict): Html {
  if (passed === null) return html`<span class="tag quiet-tag">not compared</span>`
  if (passed) return html`<span class="tag">passed</span>`
  if (accepted_reason !== null) return html`<span class="tag warned">accepted</span>`
  return severity === 'warning'
    ? html`<span class="tag warned">warning</span>`
    : html`<span class="tag failed">failed</span>`
}

const findingOf = ({ detail, accepted_reason }: Verdict) =>
  accepted_reason === null ? detail : `${detail} Accepted: ${accepted_reason}`
