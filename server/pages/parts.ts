import { html, type Html } from '../../data/html.ts'
import { countAndShare } from './shown.ts'

/** Why a list is empty, and what to do about it. */
export const emptyState = (title: string, content: Html): Html =>
  html`<section class="empty">
    <h2>${title}</h2>
    ${content}
  </section>`

/** Known shares of a whole, 0 to 1: with and without a property. The rest is unknown. */
type Parts = { has: number; hasNot?: number }

/** A bar of a whole, 12 px high: what is unknown is hatched. Show the figures as text beside it. */
export function bar({ has, hasNot = 0 }: Parts, label?: string): Html {
  const [part, no] = [has, hasNot].map((share) => Math.round(1000 * Math.max(0, share)) / 10)
  return html`<svg
    class="bar"
    viewBox="0 0 100 12"
    preserveAspectRatio="none"
    ${label === undefined ? html`aria-hidden="true"` : html`role="img" aria-label="${label}"`}
  >
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
