import { html, type Html } from '../../../data/html.ts'
import { bar, bars } from '../../pages/parts.ts'
import { countAndShare } from '../../pages/shown.ts'
import { isChartable, knownFor, capital, listedTo } from '../parts/words.ts'
import type { Share } from './market.ts'

/** Maximum number of bars before the others are folded. */
const shown = 12

const named = 3

/** The words after a number of farms with a known value that is `sparse`. */
export const fewWords = ', too few to generalize'

/** A list of values with their farms; null = hidden from this tier. */
type Shares = { what: string; shares: Share[] | null; known: number | null; farms: number }

export const hasChart = ({ shares, known, farms }: Shares): boolean =>
  shares !== null && shares.length > 0 && known !== null && isChartable(known, farms)

/** The farms with each value as bars, or one sentence if too few farms have a known value. */
export function sharesOf({ what, shares, known, farms }: Shares): Html {
  if (shares === null || known === null) return html`<p>${capital(what)}: ${suppressedNote}</p>`
  const sentence = knownFor(what, known, farms)
  if (shares.length === 0) return html`<p>${sentence}.</p>`
  if (!isChartable(known, farms))
    return html`<p>${sentence}, too few for a chart: ${most(shares)}.</p>`
  const isSparse = shares[0]!.sparse
  return html`<h3>${capital(what)}</h3>
    <p class="small">${sentence}${isSparse ? fewWords : '; percentages are of these'}.</p>
    ${shareBars(shares.slice(0, shown), farms)} ${folded(shares.slice(shown), farms)}`
}

export const suppressedNote = html`only paid keys show figures of fewer than 5 farms.`

/** `organic (5), biodynamic (1)`: the values of most farms. */
const most = (shares: readonly Share[]): string =>
  listedTo(
    named,
    shares.map(({ name, count }) => `${name} (${count})`),
  )

const folded = (shares: readonly Share[], farms: number): Html | null =>
  shares.length === 0
    ? null
    : html`<details>
        <summary>${shares.length} more</summary>
        ${shareBars(shares, farms)}
      </details>`

const shareBars = (shares: readonly Share[], farms: number): Html =>
  bars(
    shares.map((share) => ({
      name: share.name,
      has: share.count / farms,
      hasNot: (share.known - share.count) / farms,
      value: shareOfKnown(share),
    })),
  )

/** A number of farms, and its share of those with a known value; if these are few, their number. */
const shareOfKnown = ({ count, known, sparse }: Share): string =>
  sparse ? `${count} of ${known}` : countAndShare(count, known)

export const partsLegend: Html = html`<ul class="legend">
  <li>${bar({ has: 1 })} lists it</li>
  <li>${bar({ has: 0, hasNot: 1 })} lists others</li>
  <li>${bar({ has: 0 })} not known</li>
</ul>`
