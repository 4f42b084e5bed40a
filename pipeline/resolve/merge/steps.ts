import { stepsOf, type Step } from '../../database/step.ts'
import { deriveColumns } from './derived.ts'
import { fieldGroups, wholeFields } from './fields.ts'

const step = stepsOf(import.meta.url)

/** Which rows speak for which farm, and which of them goes first: `merge.listings`. */
export const precedenceSteps: Step[] = [
  step('merge.listings', [
    'intake.source_rows',
    'intake.observations',
    'intake.inputs',
    'removal.listings',
  ]),
  step('merge.as_of', ['merge.listings']),
  step('merge.counts', ['merge.listings']),
]

/** Whether one listing says what is offered, and another what it costs. */
export const productsOfTwo = 'speakers.products <> speakers.product_listings'

/** What is listed with a price is offered, whichever listing says so. */
const joinedColumns: Record<string, string> = {
  products: `case when ${productsOfTwo} then list_sort(list_distinct(list_concat(
    of_products.products,
    list_transform(of_product_listings.product_listings, lambda each: coalesce(each.product, each.name))
  ))) else of_products.products end`,
  categories: `case when ${productsOfTwo} then list_sort(list_distinct(list_concat(
    of_products.categories,
    list_filter(list_transform(of_product_listings.product_listings, lambda each: each.category), lambda each: each is not null)
  ))) else of_products.categories end`,
  product_listings: 'coalesce(of_product_listings.product_listings, [])',
}

/**
 * Makes one record of each farm that has several listings or that overrides are to correct:
 * `merge.merged`, each group of fields from the first listing that knows it (listings.sql).
 * `merge.speakers` has the row that each group was taken from.
 *
 * Raises verification where two publishers confirmed a farm within three years before the newest date.
 */
export const mergeSteps: Step[] = [
  step('merge.shared_rows', ['merge.listings', 'intake.observations', 'overrides.applied']),
  {
    name: 'merge.speakers',
    reads: ['merge.shared_rows'],
    writes: ['merge.speakers'],
    sql: `
      create table merge.speakers as
      select farm_id, ${fieldGroups
        .map(({ name, known, preferred }) => {
          const order = preferred === null ? 'rank' : `{later: ${preferred}, rank: rank}`
          return `arg_min(seq, ${order}) filter (${known}) as "${name}"`
        })
        .join(', ')}
      from merge.shared_rows
      group by farm_id`,
  },
  step('merge.wholes', ['merge.listings', 'merge.as_of', 'merge.shared_rows', 'intake.inputs']),
  {
    name: 'merge.merged',
    reads: ['merge.shared_rows', 'merge.speakers', 'merge.wholes'],
    writes: ['merge.merged'],
    sql: `
      create table merge.merged as
      select
        wholes.*,
        ${fieldGroups
          .flatMap(({ name, fields }) =>
            fields.map(
              (field) => `${joinedColumns[field] ?? `of_${name}."${field}"`} as "${field}"`,
            ),
          )
          .join(', ')},
        []::varchar[] as overridden
      from merge.speakers
      join merge.wholes using (farm_id)
      ${fieldGroups
        .map(
          ({ name }) =>
            `left join merge.shared_rows as of_${name} on of_${name}.seq = speakers."${name}"`,
        )
        .join('\n')}`,
  },
]

/** Columns of `merge.records`: the farm, its sources, and what is known of it. */
const columns = [
  'farm_id',
  'sources',
  ...wholeFields,
  ...fieldGroups.flatMap(({ fields }) => fields),
]

/**
 * The record of every farm: `merge.records`. Most have one listing, and are that. `merge.farms` adds
 * what is computed from it.
 */
export const recordSteps: Step[] = [
  step('merge.special', ['merge.merged', 'overrides.corrected_farms']),
  {
    name: 'merge.records',
    reads: ['merge.listings', 'intake.observations', 'merge.special'],
    writes: ['merge.records'],
    sql: `
      create view merge.records as
      select ${columns.map((name) => singleColumn(name)).join(', ')}
      from merge.listings
      join intake.observations using (seq)
      where used and listings.farm_id not in (select farm_id from merge.special)
      union all
      select ${columns.map((name) => `"${name}"`).join(', ')} from merge.special`,
  },
  {
    name: 'merge.farms',
    reads: ['merge.records'],
    writes: ['merge.farms'],
    run: deriveColumns,
  },
]

function singleColumn(name: string): string {
  if (name === 'sources') return '[listings.source] as sources'
  return name === 'farm_id' ? 'listings.farm_id' : `observations."${name}"`
}
