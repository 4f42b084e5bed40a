import { html, Html } from '../../data/html.ts'
import { countAndShare } from './shown.ts'
import { counted, groupDigits } from '../../data/digit_grouping.ts'
import { assetUrls } from './assets.ts'
import { iconOf } from './frame.ts'
import type { IconName } from './sprite.ts'
import { epochDay, monthNames } from '../../data/calendar.ts'
import { firstDayOf } from '../http/parameters/instants.ts'

/** Why a list is empty, and what to do about it. */
export const emptyState = (title: string, content: Html): Html =>
  html`<section class="empty">
    <h2>${title}</h2>
    ${content}
  </section>`

/** Data in a page that no browser runs; no value can end the element. */
export const dataScript = (attributes: string, data: object): Html =>
  new Html(`<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)

/** The options of a menu, by value; `chosen` is the value of the selected one, and is added if it is no choice. */
export function options(choices: readonly (readonly [string, string])[], chosen: string): Html {
  const isChoice = choices.some(([value]) => value === chosen)
  return html`${[...choices, ...(isChoice ? [] : [[chosen, chosen] as const])].map(
    ([value, name]) =>
      html`<option value="${value}" ${value === chosen ? html`selected` : null}>${name}</option>`,
  )}`
}

/** Known shares of a whole, 0 to 1: with and without a property. The rest is unknown. */
type Parts = { has: number; hasNot?: number }

/** A bar of a whole, 12 px high: what is unknown is hatched. Show the figures as text beside it. */
export function bar({ has, hasNot = 0 }: Parts): Html {
  const [part, no] = [has, hasNot].map((share) => Math.round(1000 * Math.max(0, share)) / 10)
  return html`<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
    <rect class="part" width="${Math.min(100, part!)}" height="12" />
    ${no === 0 ? null : html`<rect class="no" x="${part}" width="${no}" height="12" />`}
  </svg>`
}

type BarRow = Parts & { name: Html | string; value: string }

/** Bars with a name before and a value at the end of each. */
export const bars = (rows: readonly BarRow[]): Html =>
  html`<ul class="bars">
    ${rows.map(
      ({ name, value, ...parts }) =>
        html`<li><span>${name}</span>${bar(parts)}<span class="value">${value}</span></li>`,
    )}
  </ul>`

/** The bar of a known share of a whole, without unknown ones. */
export function shareBar(name: Html | string, count: number, of: number): BarRow {
  const has = of === 0 ? 0 : count / of
  return { name, has, hasNot: 1 - has, value: countAndShare(count, of) }
}

/** A figure is text aligned right, like numbers; `kind` is a class of the style sheet. */
export type Cell = string | number | Html | { figure: string; kind?: string }

/**
 * A table that scrolls within itself if it is wider than the page. On a phone, each row of a table that
 * `stacks` is a block of lines. The first cell of a row is its heading; numbers are aligned right.
 */
export const table = (
  caption: string,
  head: readonly string[],
  rows: readonly Cell[][],
  layout: 'scrolls' | 'stacks' = 'scrolls',
): Html =>
  html`<div class="wide" tabindex="0" role="region" aria-label="${caption}">
    <table class="${head.length < 3 ? 'slim' : 'full'} ${layout}">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name, at) => html`<th scope="col" ${headClass(rows[0]?.[at])}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first = '', ...others]) =>
            html`<tr>
              <th scope="row">${shown(first)}</th>
              ${others.map((cell, at) => {
                const name = layout === 'stacks' ? html` data-name="${head[at + 1]}"` : null
                return html`<td ${classOf(cell)}${name}>${shown(cell)}</td>`
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

function shown(cell: Cell): string | Html {
  if (typeof cell === 'number') return groupDigits(cell)
  return typeof cell === 'object' && 'figure' in cell ? cell.figure : cell
}

/** The heading of a column is aligned like its cells. */
const headClass = (cell: Cell = '') =>
  classOf(typeof cell === 'object' && 'figure' in cell ? { figure: cell.figure } : cell)

/** Prevents a column of long text from shrinking to single words. */
function classOf(cell: Cell = ''): Html | undefined {
  if (typeof cell === 'string') return cell.length > 30 ? html`class="long"` : undefined
  if (cell instanceof Html) return undefined
  const kind = typeof cell === 'object' ? cell.kind : undefined
  return kind === undefined ? html`class="number"` : html`class="number ${kind}"`
}

export const facts = (pairs: readonly (readonly [string, Cell])[], kind = ''): Html =>
  html`<dl class="facts ${kind}">
    ${pairs.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${shown(value)}</dd>
        </div>`,
    )}
  </dl>`

/** An icon in the color of the text around it. Say in words what it means. */
export const icon = (name: IconName): Html => iconOf(assetUrls.sprite, name)

/** How old a statement is, counted from the reader's day. */
type Freshness = 'within_1_year' | '1_to_3_years' | 'over_3_years' | 'never_dated'

/** Grades a day or instant, ISO 8601; null = never dated. */
function freshnessOf(said: string | null, now: Date): Freshness {
  if (said === null) return 'never_dated'
  const at = epochDay(new Date(said))
  if (at >= firstDayOf('1y', now)) return 'within_1_year'
  return at >= firstDayOf('3y', now) ? '1_to_3_years' : 'over_3_years'
}

/** The mark of a statement's age, and its words: `Confirmed May 2022 (4 years ago)`. */
export function freshness(said: string | null, now: Date, verb = 'Confirmed'): Html {
  const grade = freshnessOf(said, now)
  const words =
    said === null
      ? 'Never dated'
      : html`${verb} ${monthYear(said)} <span>(${agoOf(said, now)})</span>`
  return html`<span class="fresh ${grade}">${icon(grade)}${words}</span>`
}

/** `May 2022`. */
const monthYear = (iso: string) => `${monthNames[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`

/** `4 years ago`, `5 months ago`, `last month`, `this month`. */
function agoOf(said: string, now: Date): string {
  const at = new Date(said)
  const years = now.getUTCFullYear() - at.getUTCFullYear()
  const isBeforeDay = now.getUTCDate() < at.getUTCDate()
  const months = 12 * years + now.getUTCMonth() - at.getUTCMonth() - (isBeforeDay ? 1 : 0)
  if (months < 1) return isBeforeDay ? 'last month' : 'this month'
  return `${months < 12 ? counted(months, 'month') : counted(Math.floor(months / 12), 'year')} ago`
}
