import { html, type Html } from '../../../data/html.ts'
import { groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import { section } from '../../pages/page.ts'
import { bars, shareBar, table, type Cell } from '../../pages/parts.ts'
import { asWords } from '../../pages/shown.ts'
import type { SaidByAge } from '../../snapshot/said/said_figures.ts'
import type { SaidDays } from '../../snapshot/said/said_since.ts'
import { isChartable, knownFor, capital, longDate } from '../parts/words.ts'
import type { StatsFigures } from './figures.ts'

/** The grades of age, newest first. */
export const ages = ['within_1_year', '1_to_3_years', 'over_3_years', 'never_dated'] as const

/** Farms by the time since they last said each group of fields, counted from today. */
export const agesSection = ({ said, totals }: StatsFigures, days: SaidDays): Html =>
  section(
    'ages',
    'How old the values are',
    html`<p>
        A value stays until a newer one replaces it, so each group of fields has its own date. Ages
        count from today. Half of the known values were last confirmed by the median day. A group is
        known if any of its fields is: products also in words of the source, hours also as text,
        practices also by certifications.
      </p>
      ${table(
        'Farms by the age of each group of fields',
        [
          'Fields',
          'Known',
          ...ages.slice(0, 3).map((age) => capital(asWords(age))),
          'Not known',
          'Median',
        ],
        groupNames.map((group) => [nameOf(group), ...figuresOf(said[group])]),
      )}
      <div class="side-by-side">
        ${(['products', 'hours'] as const).map((group) => byYear(group, said[group].known, totals.farms, days))}
      </div>
      <p class="small">
        An earlier statement is not a present one. The report of the build and the method show how
        often earlier statements were still right, by age.
      </p>`,
  )

const nameOf = (group: DatedGroup) => (group === 'listings' ? 'prices' : asWords(group))

function byYear(group: DatedGroup, known: number, farms: number, days: SaidDays): Html {
  if (!isChartable(known, farms))
    return html`<p>${knownFor(nameOf(group), known, farms)}: too few for a chart by year.</p>`
  return html`<div>
    <h3>Farms by the year in which their ${nameOf(group)} were last confirmed</h3>
    ${yearBars(days.byYear(group), known)}
  </div>`
}

/** A bar for each year, newest first, years without a farm included, and one for farms without a date. */
export function yearBars(
  years: readonly { year: number | null; farms: number }[],
  of: number,
): Html {
  const farmsOf = new Map(years.map(({ year, farms }) => [year, farms]))
  const dated = years.flatMap(({ year }) => year ?? [])
  const [newest, undated] = [Math.max(...dated), farmsOf.get(null) ?? 0]
  const length = dated.length === 0 ? 0 : newest - Math.min(...dated) + 1
  const all = Array.from({ length }, (_, back) => newest - back)
  return bars([
    ...all.map((year) => ageBar(String(year), farmsOf.get(year) ?? 0, of, true)),
    ...(undated === 0 ? [] : [ageBar('Never dated', undated, of, false)]),
  ])
}

/** A bar of the farms of an age. Those without a date are unknown, and so hatched. */
export function ageBar(name: Html | string, farms: number, of: number, isDated: boolean) {
  const bar = shareBar(name, farms, of)
  return isDated ? bar : { ...bar, has: 0 }
}

const figuresOf = (figures: SaidByAge): Cell[] => [
  figures.known,
  ...ages.map((age) => figures[age]),
  figures.median === null ? '' : longDate(figures.median),
]
