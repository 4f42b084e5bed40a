import { html, type Html } from '../../../data/html.ts'
import { groupNames } from '../../../data/schema/said_at.ts'
import { section } from '../../pages/page.ts'
import { asWords } from '../../pages/shown.ts'
import { table, type Cell } from '../../pages/table.ts'
import type { SaidByAge } from '../../snapshot/said/said_figures.ts'
import { longDate } from '../parts/words.ts'
import type { StatsFigures } from './figures.ts'

const ages = ['within_1_year', '1_to_3_years', 'over_3_years'] as const

/** Farms by the time since they last said each group of fields, counted from today. */
export const agesSection = ({ said }: StatsFigures): Html =>
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
        groupNames.map((group) => [asWords(group), ...figuresOf(said[group])]),
      )}`,
  )

const figuresOf = (figures: SaidByAge): Cell[] => [
  figures.known,
  ...ages.map((age) => figures[age]),
  figures.never_dated,
  figures.median === null ? '' : longDate(figures.median),
]
