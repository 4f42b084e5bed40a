import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
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

/**
 * A bar of three parts: farms that list the property, farms that list others and, hatched, farms with
 * unknown values.
 */
export function threeParts(count: number, known: number, farms: number): Html {
  const [has, hasNot] = [(100 * count) / farms, (100 * (known - count)) / farms]
  const unknown = 100 - has - hasNot
  return html`<svg
    class="bar three"
    viewBox="0 0 100 4"
    preserveAspectRatio="none"
    role="img"
    aria-label="${`${groupDigits(count)} list it, ${groupDigits(known - count)} do not, ${groupDigits(farms - known)} not known`}"
  >
    <rect class="part" width="${has.toFixed(1)}" height="4" />
    <rect class="no" x="${has.toFixed(1)}" width="${hasNot.toFixed(1)}" height="4" />
    <rect
      class="unknown"
      x="${(has + hasNot).toFixed(1)}"
      y="1.5"
      width="${unknown.toFixed(1)}"
      height="1"
    />
  </svg>`
}

export const partsLegend: Html = html`<ul class="legend parts-legend">
  <li>${sample('part', 0, 4)} lists it</li>
  <li>${sample('no', 0, 4)} lists others</li>
  <li>${sample('unknown', 1.5, 1)} not known</li>
</ul>`

function sample(kind: string, y: number, height: number): Html {
  return html`<svg
    class="bar three"
    viewBox="0 0 20 4"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect class="${kind}" y="${y}" width="20" height="${height}" />
  </svg>`
}
