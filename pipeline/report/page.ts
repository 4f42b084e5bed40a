import { groupDigits } from '../../data/digit_grouping.ts'
import type { Verdict } from '../../data/schema/manifest.ts'
import type { Report } from '../../data/schema/report.ts'
import { refuses } from '../gates/gates.ts'
import { barChart, coverageChart, farmMap, rowsChart } from './charts.ts'
import { sourceCounts } from './source_counts.ts'
import { html, type Html } from '../../data/html.ts'

/** The report of a build as one page that needs nothing else: for the data team, in a browser. */
export function reportPage(id: string, report: Report): string {
  const verdict = report.snapshot ? 'published' : 'refused'
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Build ${id}: ${verdict}</title>
      <style>
        ${style}
      </style>
      <main>
        <h1>Build ${id} <span class="${verdict}">${verdict}</span></h1>
        ${summary(report)} ${gatesSection(report.gates)} ${sourcesSection(report)}
        ${rejectedSection(report)} ${overridesSection(report)} ${changesSection(report)}
        ${mapSection(report)} ${coverageSection(report)} ${wordsSection(report)}
        ${stagesSection(report)}
      </main>
    </html> `.text
}

function summary({ farms, product_listings, previous, sources, schedules }: Report): Html {
  const read = sources.reduce((sum, source) => sum + source.read, 0)
  const figures: [string, string][] = [
    ['source rows read', groupDigits(read)],
    ['farms', groupDigits(farms)],
    ['product listings', groupDigits(product_listings)],
    [
      'schedules read',
      `${groupDigits(schedules.read)} of ${groupDigits(schedules.read + schedules.unread)}`,
    ],
    ['compared with', previous ?? 'nothing: the first snapshot'],
  ]
  return html`<dl>
    ${figures.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

function gatesSection(gates: Verdict[]): Html {
  const rows = gates.map((verdict) => {
    const { name, detail, accepted_reason } = verdict
    const outcome = outcomeOf(verdict)
    const accepted = accepted_reason === null ? '' : ` Accepted: ${accepted_reason}`
    return [name, html`<span class="${outcome}">${outcome}</span>`, detail + accepted]
  })
  return section('Gates', table(['gate', 'outcome', 'what it saw'], rows))
}

function outcomeOf(verdict: Verdict): string {
  if (verdict.passed) return 'passed'
  if (verdict.severity === 'warning') return 'warning'
  return refuses(verdict) ? 'refused' : 'accepted'
}

function sourcesSection(report: Report): Html {
  return section(
    'What came in',
    rowsChart(report.sources),
    table(...sourceCounts(report)),
    html`<p>
      used: the row stands for a listing of a farm; merged: another row of the same listing, or of
      one that says the same, stands for it; rejected: kept in rejects.parquet beside this page.
    </p>`,
  )
}

function rejectedSection({ sources, rejected_rows }: Report): Html | null {
  const reasons = sum(sources.map(({ rejections }) => rejections))
  const corrections = sum(sources.map((source) => source.corrections))
  return html`${
    rejected_rows.length > 0
      ? section(
          'What was rejected, and why',
          barChart(reasons, 'rows'),
          details(
            'Some of the rows',
            table(
              ['file', 'line', 'reason', 'row'],
              rejected_rows.map(({ file, line, reason, raw }) => [file, line, reason, raw]),
            ),
          ),
        )
      : section('What was rejected, and why', html`<p>No row was rejected.</p>`)
  }
  ${
    Object.keys(corrections).length > 0
      ? section('What was corrected', barChart(corrections, 'rows'))
      : null
  }`
}

/** What did not apply comes first: that is what somebody may have to see to. */
function overridesSection({ overrides }: Report): Html | null {
  if (overrides.length === 0) return null
  const isApplied = ({ state }: Report['overrides'][number]) => state === 'applied'
  const rows = overrides
    .toSorted((a, b) => Number(isApplied(a)) - Number(isApplied(b)))
    .map((each) => {
      const outcome = html`<span class="${isApplied(each) ? 'passed' : 'warning'}"
        >${each.state}</span
      >`
      return [each.entry, each.target, each.field, outcome]
    })
  return section('What was overridden', table(['entry', 'farm', 'field', 'outcome'], rows))
}

function changesSection({ previous, changes }: Report): Html | null {
  if (previous === null) return null
  if (changes.length === 0)
    return section('Changes', html`<p>Nothing is other than in the last snapshot.</p>`)
  const kinds = tally(changes, ({ change, field, cause }) =>
    change === 'changed' ? null : `${change}${field ? ` (${field})` : ''}: ${cause}`,
  )
  const fields = tally(changes, ({ change, field, cause }) =>
    change === 'changed' ? `${field}: ${cause}` : null,
  )
  return section(
    'Changes against the last snapshot',
    Object.keys(kinds).length > 0 ? barChart(kinds, 'farms') : null,
    Object.keys(fields).length > 0
      ? html`<h3>Fields changed</h3>
          ${barChart(fields, 'farms')}`
      : null,
  )
}

function mapSection({ cells }: Report): Html {
  return section(
    'Where',
    farmMap(cells),
    html`<p>
      A dot for each H3 cell of resolution 4, its area by the number of
      <span class="farms">farms</span>, of those <span class="added">added</span> and of those
      <span class="removed">gone</span>. Alaska and Hawaii are drawn beside; territories are not.
    </p>`,
  )
}

const coverageSection = ({ coverage }: Report): Html =>
  section('What is known, by source', coverageChart(coverage))

function wordsSection({ unknown_terms, unreadable }: Report): Html {
  const rows = Object.entries(unknown_terms).flatMap(([vocabulary, terms]) =>
    Object.entries(terms).map(([term, count]) => [vocabulary, term, count]),
  )
  const totals = Object.fromEntries(
    Object.entries(unknown_terms).map(([vocabulary, terms]) => [
      vocabulary,
      Object.values(terms).reduce((one, other) => one + other, 0),
    ]),
  )
  return html`
    ${
      rows.length > 0
        ? section(
            'Terms that no vocabulary knows, kept as they stand',
            barChart(totals, 'rows'),
            details('The most frequent', table(['vocabulary', 'term', 'rows'], rows)),
          )
        : null
    }
    ${
      Object.keys(unreadable).length > 0
        ? section('Left out because it could not be read', barChart(unreadable, 'values'))
        : null
    }
  `
}

const details = (title: string, content: Html): Html =>
  html`<details>
    <summary>${title}</summary>
    ${content}
  </details>`

const stagesSection = ({ stages }: Report): Html =>
  section(
    'Time',
    barChart(Object.fromEntries(stages.map(({ name, seconds }) => [name, seconds])), 'seconds'),
  )

const section = (title: string, ...content: (Html | null)[]): Html =>
  html`<section>
    <h2>${title}</h2>
    ${content.filter((part) => part !== null)}
  </section>`

type Cell = string | number | Html

const table = (head: string[], rows: Cell[][]): Html =>
  html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${head.map((name) => html`<th>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(tableCell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const tableCell = (cell: Cell): Html =>
  typeof cell === 'number'
    ? html`<td class="number">${groupDigits(cell)}</td>`
    : html`<td>${cell}</td>`

function sum(tallies: Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const tally of tallies)
    for (const [name, count] of Object.entries(tally)) total[name] = (total[name] ?? 0) + count
  return total
}

/** Farms by a name that each change is given; null = it is left out. */
function tally(
  changes: Report['changes'],
  nameOf: (change: Report['changes'][number]) => string | null,
): Record<string, number> {
  return sum(
    changes.map((change) => {
      const name = nameOf(change)
      return name === null ? {} : { [name]: change.farms }
    }),
  )
}

const style = html`
  :root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif; } main { max-width:
  60rem; margin: 0 auto; padding: 1rem; } h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem;
  margin-top: 2.2rem; } dl { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; } dt { opacity: 0.7;
  font-size: 0.85rem; } dd { margin: 0; font-size: 1.1rem; } .wide { overflow-x: auto; } table {
  border-collapse: collapse; font-size: 0.9rem; } th, td { text-align: left; padding: 0.2rem 0.8rem
  0.2rem 0; border-bottom: 1px solid #8884; vertical-align: top; } td { overflow-wrap: anywhere; }
  .number { text-align: right; font-variant-numeric: tabular-nums; } svg { max-width: 100%; height:
  auto; --plot-background: Canvas; } .published, .passed, .farms { color: #2f8f57; } .refused,
  .removed { color: #d0503f; } .warning, .accepted { color: #b7791f; } .added { color: #4a86e8; }
`
