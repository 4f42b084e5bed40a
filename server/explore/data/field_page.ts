import { z } from 'zod'
import { html, type Html } from '../../../data/html.ts'
import { fields, specOf, type Field } from '../../../data/schema/serving/fields.ts'
import { tables, type DictionaryColumn } from '../../../data/schema/tables/tables.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { Problem } from '../../http/problem.ts'
import { bars, table } from '../../pages/parts.ts'
import { inline } from '../../pages/shown.ts'
import { filters, type FilterName } from '../../query/filters/filters.ts'
import { farms } from '../../routes/farms/farms.ts'
import type { Services } from '../../services.ts'
import { capital } from '../parts/words.ts'
import { fieldBar } from './coverage.ts'
import { dataPage } from './data_page.ts'
import { dictionaryPath, farmFields, knownOf, meaningOf } from './dictionary.ts'
import type { StatsFigures } from './figures.ts'

/** `/data/dictionary/{field}`: one field of a farm. */
export const fieldPage = dataPage({
  path: `${dictionaryPath}/:field`,
  under: dictionaryPath,
  params: z.object({ field: z.string() }),
  async content({ figures, services }, { field: name }) {
    const field = farmFields.find((each) => each.name === name)
    if (!field)
      throw new Problem(
        'not-found',
        `a farm has no field ${name}; ${dictionaryPath} lists its fields`,
      )
    const { nulls, tier } = field
    const meaning = meaningOf(field)
    return {
      title: `Field ${name}`,
      description: `${name}, a field of each farm: ${meaning}. Its tier, coverage, filter, and what null means.`,
      main: html`<p class="lead">${inline(meaning)}.</p>
        ${table(
          'The field',
          ['What', 'Value'],
          [
            ['Null means', nulls === null ? 'never null' : inline(nulls)],
            ['Tier', tier === 'paid' ? 'paid keys' : 'free: every key, and the public files'],
            ['Type', html`<code>${field.type}</code>`],
            ['Column of', columnOf(name)],
            ['Filter', filterText(name)],
            ['Comes from', inline(field.source ?? 'not known')],
          ],
        )}
        ${coverageOf(field, figures)}
        <h2>A value</h2>
        ${tier === 'paid' ? exampleOf(field) : await realValue(name, services)}
        ${
          field.values === null
            ? null
            : html`<details>
                <summary>The ${field.values.length} values that it can have</summary>
                <p>${field.values.join(', ')}</p>
              </details>`
        }`,
    }
  },
})

const columnOf = (name: string): Html =>
  html`${tables
    .filter(({ path, schema }) => path.endsWith('/farms.parquet') && name in schema.shape)
    .map(({ path }, at) => html`${at > 0 ? ', ' : null}<code>${path}</code>`)}`

/** Filters of fields that the table of filtered fields lacks. */
const otherFilters: Partial<Record<string, FilterName>> = {
  name: 'q',
  lat: 'bbox',
  lng: 'bbox',
  h3_cell: 'cell',
  city: 'city',
  hours_json: 'open_on',
}

function filterText(name: string): Html | string {
  const filter = name in fields ? specOf(name as Field).filter : otherFilters[name]
  if (filter === undefined) return 'none'
  const { example } = filters[filter as FilterName]
  return html`<a href="/docs/listFarms"><code>${filter}=${example}</code></a>`
}

function coverageOf(field: DictionaryColumn, figures: StatsFigures): Html {
  const known = figures.coverage[field.name]
  return html`<h2>Known today</h2>
    ${
      known === undefined
        ? html`<p>${capital(knownOf(field, figures))}.</p>`
        : bars([{ ...fieldBar(field.name, known.count, figures.totals.farms), name: 'Farms' }])
    }`
}

const exampleOf = ({ example }: DictionaryColumn): Html =>
  html`<p>Only paid keys see its values. ${example === null ? null : 'An invented one:'}</p>
    ${example === null ? null : valueOf(example)}`

/** A value as JSON, or a text as it is. */
const valueOf = (value: unknown): Html =>
  html`<p><code>${typeof value === 'string' ? value : JSON.stringify(value)}</code></p>`

/** Maximum number of farms that are searched for a value. */
const mostSearched = 100

/** The value of the latest updated farm that has one, as a free key gets it. */
async function realValue(field: string, services: Services): Promise<Html> {
  const { data } = await askingHere('free', services)(farms, {
    sort: '-updated_at',
    per_page: mostSearched,
    fields: [...new Set(['id', 'name', field])].join(),
  })
  const found = (data as (Record<string, unknown> & (typeof data)[number])[]).find(
    (farm) => (farm[field] ?? null) !== null,
  )
  if (!found)
    return html`<p>None of the ${mostSearched} farms last confirmed has a known value.</p>`
  return html`${valueOf(found[field])}
    <p class="small">Of <a href="/farms/${found.id}">${found.name}</a>.</p>`
}
