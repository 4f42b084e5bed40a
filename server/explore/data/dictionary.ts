import { html, type Html } from '../../../data/html.ts'
import { dictionaryColumns, tables, type Table } from '../../../data/schema/tables/tables.ts'
import { section } from '../../pages/page.ts'
import { table } from '../../pages/table.ts'

/** Describes every column of every file. */
export const dictionarySection = (of: readonly Table[] = tables): Html =>
  section('dictionary', 'Dictionary', html`${of.map(columnsOf)}`)

const columnsOf = (each: Table): Html =>
  html`<details class="entry">
    <summary><code>${each.path}</code></summary>
    ${table(
      each.description,
      ['Column', 'Type', 'Meaning', 'Null means'],
      dictionaryColumns(each).map(({ name, type, unit, description, nulls, tier }) => [
        html`<code>${name}</code>${tier === 'paid' && each.tier === 'free' ? ' (paid)' : null}`,
        html`<small class="break">${type}</small>`,
        unit === null ? description : `${description} (${unit})`,
        nulls ?? 'never null',
      ]),
    )}
  </details>`
