import { groupDigits } from '../../data/digit_grouping.ts'
import { html, Html } from '../../data/html.ts'

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

/** Names and their values. */
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
