import * as Plot from '@observablehq/plot'
import { html, type Html } from '../../../data/html.ts'
import { groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { section } from '../../pages/page.ts'
import { drawn } from '../../pages/plot.ts'
import { asWords } from '../../pages/shown.ts'
import { table, type Cell } from '../../pages/table.ts'
import type { SaidByAge } from '../../snapshot/said/said_figures.ts'
import type { SaidDays } from '../../snapshot/said/said_since.ts'
import { longDate } from '../parts/words.ts'
import type { StatsFigures } from './figures.ts'

const ages = ['within_1_year', '1_to_3_years', 'over_3_years'] as const

/** Farms by the time since they last said each group of fields, counted from today. */
export const agesSection = ({ said }: StatsFigures, plots: Html): Html =>
  section(
    'ages',
    'How old the values are',
    html`<p>
        A value stays until a newer one replaces it, so each group of fields has its own date. Ages
        count from today. Half of the known values were last said by the median day.
      </p>
      ${table(
        'Farms by the age of each group of fields',
        ['Fields', 'Known', ...ages.map(asWords), 'Not known', 'Median'],
        groupNames.map((group) => [nameOf(group), ...figuresOf(said[group])]),
      )}
      ${plots}
      <p class="small">
        An earlier statement is not a present one. The report of the build and the method show how
        often earlier statements were still right, by age.
      </p>`,
  )

const nameOf = (group: DatedGroup) => (group === 'listings' ? 'prices' : asWords(group))

/** Farms by the year in which they last said products, and hours. */
export const yearPlots = (days: SaidDays): Html =>
  html`<div class="plots">
    ${(['products', 'hours'] as const).map((group) => byYear(group, days))}
  </div>`

function byYear(group: DatedGroup, days: SaidDays): Html {
  const title = `Farms by the year in which they last said ${asWords(group)}`
  return html`<figure>
    <figcaption class="small">${title}</figcaption>
    ${drawn(title, {
      width: 440,
      height: 170,
      x: { label: null, tickFormat: 'd', tickRotate: -45, tickSize: 0 },
      y: { label: null, grid: true, ticks: 4 },
      marks: [
        Plot.barY(days.byYear(group), { x: 'year', y: 'farms', className: 'box' }),
        Plot.ruleY([0]),
      ],
    })}
  </figure>`
}

const figuresOf = (figures: SaidByAge): Cell[] => [
  figures.known,
  ...ages.map((age) => figures[age]),
  figures.never_dated,
  figures.median === null ? '' : longDate(figures.median),
]
