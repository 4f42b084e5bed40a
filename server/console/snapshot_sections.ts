import { groupDigits } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'
import type { Manifest, Verdict } from '../../data/schema/manifest.ts'
import { section } from './parts/page.ts'
import { bar, words } from './parts/shown.ts'
import { table } from './parts/table.ts'

/** The figures of a snapshot, as /v1/stats answers them. */
export type Figures = {
  totals: Record<string, number>
  by_place_type: Record<string, number>
  by_state: Record<string, number>
  coverage: Record<string, { count: number; pct: number | null }>
}

/** For how many farms each field is known. */
export const coverageSection = ({ coverage, totals }: Figures): Html =>
  section(
    'coverage',
    'What is known',
    table(
      `Farms for which a field is known, of ${groupDigits(totals['farms'] ?? 0)}`,
      ['Field', 'Farms', 'Share'],
      Object.entries(coverage).map(([field, { count, pct }]) => [
        words(field),
        count,
        pct === null ? '' : shareOf(pct),
      ]),
    ),
  )

const shareOf = (pct: number) =>
  html`<span class="share"><span>${pct.toFixed(1)} %</span>${bar(pct / 100)}</span>`

/** Farms by the kind of place that they are. */
export const typesSection = ({ by_place_type }: Figures): Html =>
  section(
    'types',
    'Kinds of places',
    table(
      'Farms by place type',
      ['Place type', 'Farms'],
      Object.entries(by_place_type).map(([type, count]) => [words(type), count]),
    ),
  )

const sourceColumns =
  'Source,Publisher,Licence,Attribution,Edition,Rows,Used,Merged,History,Rejected'.split(',')

/** The publisher and the terms of each source file, what became of its rows, and whom places are of. */
export const sourcesSection = ({ sources, geography }: Manifest): Html =>
  section(
    'sources',
    'Where the data comes from',
    html`${sourcesTable(sources)} ${geographyTable(geography)}`,
  )

const sourcesTable = (sources: Manifest['sources']) =>
  table(
    'Source files of the snapshot',
    sourceColumns,
    sources.map((source) => [
      html`${source.source}<br /><small>${source.file}</small>`,
      source.publisher,
      source.licence,
      source.attribution,
      source.edition ?? 'not dated',
      source.read,
      source.used,
      source.merged,
      source.history,
      source.rejected,
    ]),
  )

const geographyTable = (geography: Manifest['geography']) =>
  table(
    'Places, boundaries and time zones',
    ['What', 'Publisher', 'Licence', 'Attribution', 'Package'],
    geography.map(({ what, publisher, licence, attribution, package: name, version }) => [
      what,
      publisher,
      licence,
      attribution,
      `${name} ${version}`,
    ]),
  )

/** What was checked before the snapshot went live. */
export const gatesSection = ({ gates }: Manifest): Html =>
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
  if (passed === null) return html`<span class="tag">not compared</span>`
  if (passed) return html`<span class="tag">passed</span>`
  if (accepted_reason !== null) return html`<span class="tag warned">accepted</span>`
  return severity === 'warning'
    ? html`<span class="tag warned">warning</span>`
    : html`<span class="tag failed">failed</span>`
}

const findingOf = ({ detail, accepted_reason }: Verdict) =>
  accepted_reason === null ? detail : `${detail} Accepted: ${accepted_reason}`
