import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { DayOfUse } from '../../access/limits/outcomes.ts'
import { outcomes, type Outcome } from '../../access/store/schema.ts'
import { shortDay } from '../../pages/shown.ts'
import { table } from '../../pages/parts.ts'

/** Number of days that charts show, including today. */
const daysShown = 30

const names: Record<Outcome, string> = {
  answered: 'Answered',
  not_modified: 'Not modified',
  client_error: 'Client error',
  limited: 'Over the limit',
  server_error: 'Server error',
}

const barWidth = 10
const gap = 2
const height = 100

/** Adds up the use of several keys by day; all have the same days. */
export function useOfAll(histories: readonly DayOfUse[][]): DayOfUse[] {
  const [first = [], ...others] = histories
  return first.map((day, at) => {
    const sum = { ...day }
    for (const history of others) for (const name of outcomes) sum[name] += history[at]?.[name] ?? 0
    return sum
  })
}

/** The requests of the last 30 days by outcome, as bars and as a table. */
export function useChart(history: readonly DayOfUse[]): Html {
  const days = history.slice(-daysShown)
  const total = days.reduce((sum, day) => sum + totalOf(day), 0)
  if (total === 0) return html`<p>No requests in the last ${daysShown} days.</p>`
  const most = Math.max(...days.map(totalOf))
  const seen = outcomes.filter((name) => days.some((day) => day[name] > 0))
  return html`<figure class="chart">
      <p class="top-line">${counted(most, 'request')} a day</p>
      <svg
        viewBox="0 0 ${days.length * (barWidth + gap) - gap} ${height}"
        preserveAspectRatio="none"
        role="img"
        aria-label="${`${counted(total, 'request')} in ${days.length} days, at most ${groupDigits(most)} a day; the table has the figures`}"
      >
        ${days.map((day, at) => bars(day, at * (barWidth + gap), most))}
      </svg>
      <p class="ends"><span>${shortDay(days[0]!.day)}</span><span>today</span></p>
    </figure>
    <ul class="legend">
      ${seen.map(
        (name) =>
          html`<li>
            <svg viewBox="0 0 1 1" aria-hidden="true">
              <rect class="${name}" width="1" height="1" />
            </svg>
            ${names[name]}
          </li>`,
      )}
    </ul>
    <details>
      <summary>Figures as a table</summary>
      ${table(
        `Requests by UTC day and outcome, the last ${days.length} days`,
        ['Day', ...outcomes.map((name) => names[name]), 'Total'],
        days
          .toReversed()
          .map((day) => [day.day, ...outcomes.map((name) => day[name]), totalOf(day)]),
      )}
    </details>`
}

export const totalOf = (day: DayOfUse) => outcomes.reduce((sum, name) => sum + day[name], 0)

/** The outcomes of a day, stacked from the bottom. */
function bars(day: DayOfUse, x: number, most: number): Html {
  let y = height
  const parts = outcomes.flatMap((name) => {
    const tall = (day[name] / most) * height
    if (tall === 0) return []
    y -= tall
    const [top, size] = [y, tall].map((value) => Number(value.toFixed(2)))
    return [html`<rect class="${name}" x="${x}" y="${top}" width="${barWidth}" height="${size}" />`]
  })
  return html`<g>
    <title>${shortDay(day.day)}: ${groupDigits(totalOf(day))}</title>
    ${parts}
  </g>`
}
