import { html, type Html } from '../../../data/html.ts'
import { withNulls } from '../../../data/schema/meta.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import {
  dictionaryColumns,
  tables,
  type DictionaryColumn,
  type Table,
} from '../../../data/schema/tables/tables.ts'
import { section } from '../../pages/page.ts'
import { countAndShare, inline } from '../../pages/shown.ts'
import { table } from '../../pages/parts.ts'
import { dataPage, dataPath } from './data_page.ts'
import type { StatsFigures } from './figures.ts'

export const dictionaryPath = `${dataPath}/dictionary`

/** The fields of a farm, as its table has them. */
export const farmFields: readonly DictionaryColumn[] = dictionaryColumns(
  tables.find(({ path }) => path === 'members/farms.parquet')!,
).filter(({ name }) => name in farm.shape)

/** `/data/dictionary`: each field of a farm, and the columns of every file. */
export const dictionaryPage = dataPage({
  path: dictionaryPath,
  content: ({ figures }) => ({
    title: 'Dictionary of the data',
    description:
      'Meaning, tier and coverage of each field of a farm, and every column of every file.',
    main: html`<p class="lead">
        ${farmFields.length} fields describe a farm. Null means not collected, never “no”.
      </p>
      ${section('fields', 'Fields of a farm', fieldTable(figures))} ${dictionarySection()}`,
  }),
})

const fieldTable = (figures: StatsFigures): Html =>
  table(
    'Meaning, tier and coverage of each field',
    ['Field', 'Meaning', 'For keys', 'Known'],
    farmFields.map((field) => [
      html`<a href="${dictionaryPath}/${field.name}"><code>${field.name}</code></a>`,
      inline(meaningOf(field)),
      field.tier === 'paid' ? 'paid' : 'all',
      { figure: knownOf(field, figures) },
    ]),
    'stacks',
  )

/** A column's meaning and unit; the meaning of null stands beside it. */
export function meaningOf({ description, nulls, unit }: DictionaryColumn): string {
  const meaning = description.replace(withNulls('', nulls), '')
  return unit === null ? meaning : `${meaning} (${unit})`
}

/** For how many farms a field is known: `1,439 (35.6 %)`, or `always`. */
export function knownOf(
  { name, nullable }: DictionaryColumn,
  { coverage, totals }: StatsFigures,
): string {
  const known = coverage[name]
  if (known !== undefined) return countAndShare(known.count, totals.farms)
  return nullable ? 'not counted' : 'always'
}

export const dictionarySection = (of: readonly Table[] = tables): Html =>
  section('dictionary', 'Columns of every file', html`${of.map(columnsOf)}`)

const columnsOf = (each: Table): Html =>
  html`<details class="entry">
    <summary><code>${each.path}</code></summary>
    ${table(
      each.description,
      ['Column', 'Type', 'Meaning', 'Null means'],
      dictionaryColumns(each).map((column) => [
        html`<code>${column.name}</code
          >${column.tier === 'paid' && each.tier === 'free' ? ' (for paid keys)' : null}`,
        html`<small class="break">${column.type}</small>`,
        meaningOf(column),
        column.nulls ?? 'never null',
      ]),
    )}
  </details>`
