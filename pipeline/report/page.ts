import { readFileSync } from 'node:fs'
import { tokens } from '../../data/design/tokens.ts'
import { groupDigits } from '../../data/digit_grouping.ts'
import { changeLine } from '../../data/schema/run.ts'
import type { Verdict } from '../../data/schema/manifest.ts'
import type { Report } from '../../data/schema/report.ts'
import { outcomeOf } from '../gates/gates.ts'
import { barChart, coverageChart, farmMap, rowsChart } from './charts.ts'
import { accuracyTable, changedFarms, columnNews, sourceCounts, substitutes } from './text.ts'
import { html, Html } from '../../data/html.ts'

/** The report of a build as one self-contained page, for the data team's browser. */
export function reportPage(id: string, report: Report): string {
  const verdict = report.snapshot ? 'published' : 'refused'
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Build ${id}: ${verdict}</title>
      <style>
        ${style}
      </style>
      <main>
        <h1>Build ${id} <span class="${verdict}">${verdict}</span></h1>
        ${report.totals && html`<p>${changeLine(report.totals)}</p>`}
        ${report.clock && html`<p class="warning">${report.clock}</p>`} ${summary(report)}
        ${gatesSection(report.gates)} ${changesSection(report)} ${mapSection(report)}
        ${sourcesSection(report)} ${columnsSection(report)} ${rejectedSections(report)}
        ${decisionsSection(report)}
        ${section('Known fields by source', coverageChart(report.coverage))}
        ${accuracySection(report)} ${termsSections(report)} ${stagesSection(report)}
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

/** Shows the gates that found something, and folds all others. */
function gatesSection(gates: Verdict[]): Html | null {
  const groups = Object.groupBy(gates, ({ passed }) =>
    passed === null ? 'not compared' : passed ? 'passed' : 'found',
  )
  const { found, passed = [], 'not compared': others = [] } = groups
  return section(
    'Gates',
    found ? gatesTable(found) : null,
    folded(`${passed.length} passed`, gatesTable(passed)),
    others.length > 0 ? folded(`${others.length} not compared`, gatesTable(others)) : null,
  )
}

function gatesTable(gates: Verdict[]): Html {
  const rows = gates.map((verdict) => {
    const { name, detail, accepted_reason } = verdict
    const outcome = outcomeOf(verdict)
    const accepted = accepted_reason === null ? '' : ` Accepted: ${accepted_reason}`
    const label = html`<span class="${outcome.replace(' ', '-')}">${outcome}</span>`
    return [name, label, detail + accepted]
  })
  return table(['gate', 'outcome', 'finding'], rows)
}

function sourcesSection(report: Report): Html | null {
  return section(
    'Input',
    ...substitutes(report).map((line) => html`<p>${line}</p>`),
    rowsChart(report.sources),
    table(...sourceCounts(report)),
    html`<p>
      used: the row represents a listing of a farm; merged: another row with the same listing
      represents it; history: a newer edition of the series replaces it; rejected: kept in
      rejects.parquet beside this page.
    </p>`,
  )
}

function columnsSection({ sources }: Report): Html | null {
  const rows = sources.flatMap(({ file, columns }) =>
    columnNews(columns).map((line) => [file, line, columns!.before ?? 'its source type only']),
  )
  if (rows.length === 0) return null
  return section('Columns', table(['file', 'column', 'compared with'], rows))
}

function rejectedSections({ sources, rejected_rows }: Report): Html {
  const rejections = barChart(sum(sources.map(({ rejections }) => rejections)), 'rows')
  const corrections = barChart(sum(sources.map(({ corrections }) => corrections)), 'rows')
  const rows = rejected_rows.map(({ file, line, reason, raw }) => [file, line, reason, raw])
  return html`${section(
    'Rejected rows, with reasons',
    rejections ?? html`<p>No row was rejected.</p>`,
    details('Examples', ['file', 'line', 'reason', 'row'], rows),
  )}
  ${section('Corrections', corrections)}`
}

function decisionsSection({ decided }: Report): Html | null {
  if (decided.length === 0) return null
  const isApplied = ({ state }: Report['decided'][number]) => state === 'applied'
  const rows = decided
    .toSorted((a, b) => Number(isApplied(a)) - Number(isApplied(b)))
    .map((each) => {
      const outcome = html`<span class="${isApplied(each) ? 'passed' : 'warning'}"
        >${each.state}</span
      >`
      return [each.entry, each.what, `${each.by}: ${each.reason}`, outcome]
    })
  return section('Decisions', table(['number', 'decision', 'by', 'outcome'], rows))
}

function changesSection({ previous, changes }: Report): Html | null {
  if (previous === null) return null
  const fields = changedFarms(changes.filter(({ change }) => change === 'changed'))
  const others = changedFarms(changes.filter(({ change }) => change !== 'changed'))
  const fieldBars = barChart(fields, 'farms')
  return section(
    'Changes against the last snapshot',
    changes.length > 0 ? null : html`<p>Nothing has changed.</p>`,
    barChart(others, 'farms'),
    fieldBars && html`<h3>Fields changed</h3>`,
    fieldBars,
  )
}

const mapSection = ({ cells }: Report): Html | null =>
  section(
    'Where',
    farmMap(cells),
    html`<p>
      A dot for each H3 cell of resolution 4, its area by the number of
      <span class="farms">farms</span>, of those <span class="added">added</span> and of those
      <span class="removed">gone</span>. Alaska and Hawaii are drawn separately; territories are
      not.
    </p>`,
  )

function termsSections(report: Report): Html {
  const { unknown_terms, unknown_counts, unreadable, lost_letters, lost_names } = report
  const rows = Object.entries(unknown_terms).flatMap(([vocabulary, terms]) =>
    Object.entries(terms).map(([term, count]) => ({ vocabulary, term, count })),
  )
  const counts = Object.entries(unknown_counts)
  const times = Object.fromEntries(counts.map(([vocabulary, { times }]) => [vocabulary, times]))
  return html`${section(
    'Unknown terms, kept verbatim',
    barChart(times, 'times seen'),
    details(
      `The most frequent of ${counts.map(([name, { terms }]) => `${groupDigits(terms)} ${name}`).join(', ')}`,
      ['vocabulary', 'term', 'rows'],
      rows.map(({ vocabulary, term, count }) => [vocabulary, term, count]),
    ),
  )}
  ${section('Unreadable values, omitted', barChart(unreadable, 'values'))}
  ${section(
    'Lost letters (U+FFFD) that no other listing or edition has',
    barChart(lost_letters, 'farms'),
    details(
      'Names',
      ['name', 'reason', 'farm'],
      lost_names.map(({ name, reason, farm_id }) => [name, reason, farm_id]),
    ),
  )}`
}

/** How often earlier statements were still right, which is the test of carried values. */
function accuracySection({ accuracy }: Report): Html | null {
  if (accuracy.length === 0) return null
  return section('Accuracy of carried values', table(...accuracyTable({ accuracy })))
}

function stagesSection({ stages }: Report): Html | null {
  const seconds = Object.fromEntries(stages.map(({ name, seconds }) => [name, seconds]))
  return section('Time', barChart(seconds, 'seconds'))
}

/** A section of the given parts; null if there are none. */
function section(title: string, ...parts: (Html | null)[]): Html | null {
  const content = parts.filter((part) => part !== null)
  if (content.length === 0) return null
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

type Cell = string | number | Html

/** A collapsed table; null without rows. */
const details = (title: string, head: string[], rows: Cell[][]): Html | null =>
  rows.length === 0 ? null : folded(title, table(head, rows))

const folded = (title: string, content: Html): Html =>
  html`<details>
    <summary>${title}</summary>
    ${content}
  </details>`

const table = (head: string[], rows: Cell[][]): Html =>
  html`<div class="wide" tabindex="0">
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

const tableCell = (cell: Cell): Html => {
  if (typeof cell === 'number') return html`<td class="number">${groupDigits(cell)}</td>`
  return typeof cell === 'string' && cell.length <= longestUnbroken && !cell.includes(' ')
    ? html`<td class="whole">${cell}</td>`
    : html`<td>${cell}</td>`
}

/** Names and dates up to this length are not broken at their hyphens. */
const longestUnbroken = 40

function sum(tallies: Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const tally of tallies)
    for (const [name, count] of Object.entries(tally)) total[name] = (total[name] ?? 0) + count
  return total
}

const style = new Html(tokens + readFileSync(new URL('page.css', import.meta.url), 'utf8'))
