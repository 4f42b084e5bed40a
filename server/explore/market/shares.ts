import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { bar } from '../../pages/parts.ts'
import { table } from '../../pages/table.ts'
import type { Delivery, Share } from './market.ts'

/** A share whose figures may be suppressed. */
type Counts = Omit<Delivery['pickup'], 'pct'>

/** Maximum number of rows before the others are folded. */
const shown = 12

/** The number of farms with each property; farms with unknown values are counted separately. */
export function shareTable(caption: string, what: string, shares: readonly Share[], farms: number) {
  const [first, others] = [shares.slice(0, shown), shares.slice(shown)]
  return html`${sharesOf(caption, what, first, farms)}
  ${
    others.length === 0
      ? null
      : html`<details>
          <summary>${others.length} more</summary>
          ${sharesOf(`${caption}: the rest`, what, others, farms)}
        </details>`
  }`
}

const sharesOf = (caption: string, what: string, shares: readonly Share[], farms: number): Html =>
  table(
    caption,
    [what, 'Farms', 'Of known', 'Of all'],
    shares.map((share) => [
      share.name,
      share.count,
      { figure: shareOfKnown(share) },
      html`<span class="parts">${threeParts(share.count, share.known, farms)}</span>`,
    ]),
  )

/** A percentage of the farms with a known value; of few farms, the two numbers. */
export function shareOfKnown({ count, known, pct_of_known, sparse }: Counts): string {
  if (pct_of_known === null) return '–'
  return sparse ? `${count} of ${known}` : `${pct_of_known} %`
}

/** A bar of three parts: farms with the property, farms with other ones, farms with unknown ones. */
export const threeParts = (count: number, known: number, farms: number): Html =>
  bar(
    { has: count / farms, hasNot: (known - count) / farms },
    `${groupDigits(count)} list it, ${groupDigits(known - count)} do not, ${groupDigits(farms - known)} not known`,
  )

export const partsLegend: Html = html`<ul class="legend">
  <li>${bar({ has: 1 })} lists it</li>
  <li>${bar({ has: 0, hasNot: 1 })} lists others</li>
  <li>${bar({ has: 0 })} not known</li>
</ul>`
