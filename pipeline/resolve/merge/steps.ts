import { datedGroups, groupNames, groupOf, type DatedGroup } from '../../../data/schema/said_at.ts'
import { says } from '../said/steps.ts'
import { authorities } from '../../../data/schema/input/sources_file.ts'
import { statement, stepsOf, view, type Step } from '../../database/step.ts'
import { derivedStep } from './derived.ts'
import { fieldGroups, tracedFields, wholeFields } from './fields.ts'
import type { Database } from '../../database/database.ts'
import { verdictOn } from '../../normalize/place/witnesses.ts'

const step = stepsOf(import.meta.url)

/** Makes `merge.listings`: the rows of each farm, in order of precedence. */
export const precedenceSteps: Step[] = [
  step('merge.listings', { params: { crowd: authorities.indexOf('crowd') } }),
  step('merge.as_of'),
]

/** SQL condition: products and prices come from two listings, and the prices stand in one of today. */
export const productsOfTwo =
  '(speakers.products <> speakers.product_listings and speakers.product_listings > 0)'

/** A product with a price counts as offered, whichever listing has the price. */
const joinedColumns: Record<string, string> = {
  products: joined('products', 'each.product'),
  products_other: joined('products_other', 'case when each.product is null then each.name end'),
  categories: joined(
    'categories',
    'case when list_contains(of_product_listings.categories, each.category) then each.category end',
  ),
  product_listings: 'coalesce(of_product_listings.product_listings, [])',
  hours_confirmed_at: `(
    select max(voices.hours_confirmed_at)
    from merge.voices
    where voices.farm_id = speakers.farm_id
      and coalesce(voices.hours_json = of_hours.hours_json, voices.hours = of_hours.hours)
  )`,
  location_precision: `case when speakers.farm_id in (from merge.contradicted) then 'doubtful'
    else of_location.location_precision end`,
}

/** SQL: the struct `said_at` from the day of each group. */
const daysOf = (day: (group: DatedGroup) => string) =>
  `{${groupNames.map((group) => `'${group}': ${day(group)}`).join(', ')}}`

/** The oldest of the dates of a group's parts, which may come from several listings. */
function dayOfMerged(group: DatedGroup): string {
  const parts = fieldGroups.filter(({ fields }) => fields.some((field) => groupOf(field) === group))
  const dates = parts.map(({ name }) => `of_${name}.stated_at`)
  if (group === 'products')
    dates.push(`case when ${productsOfTwo} then of_product_listings.stated_at end`)
  return `least(${dates.join(', ')})::date`
}

/** SQL: some fields of a row as one value. */
const structOf = (fields: string[]) =>
  `{${fields.map((field) => `'${field}': "${field}"`).join(', ')}}`

/** SQL: a list from the listing with products, extended by terms from the listing with prices. */
function joined(column: string, term: string): string {
  const priced = `list_transform(of_product_listings.product_listings, lambda each: ${term})`
  return `case when ${productsOfTwo}
    then nullif(list_sort(list_distinct(list_concat(of_products.${column}, ${priced}))), [])
    else of_products.${column} end`
}

/** Makes `verdict_on(lat, lng, address)`: how a point fits an address in JSON. */
const defineVerdict = (database: Database) =>
  database.define(
    'verdict_on',
    ['DOUBLE', 'DOUBLE', 'VARCHAR'],
    (lat: number, lng: number, address: string) => verdictOn({ lat, lng }, JSON.parse(address)),
  )

/**
 * Makes `merge.merged`, one record of each farm that has several listings or corrections: each group of fields
 * from the first listing that has it (listings.sql). `merge.speakers` names the row that each group comes
 * from.
 *
 * Raises verification if two publishers confirmed a farm within three years before the newest date.
 */
export const mergeSteps: Step[] = [
  step('merge.shared_rows'),
  step('merge.voices'),
  statement(
    'merge.speakers',
    `select farm_id, ${fieldGroups
      .map(({ name, known, order }) => `arg_min(seq, ${order}) filter (${known}) as "${name}"`)
      .join(', ')}
    from merge.voices
    group by farm_id`,
  ),
  step('merge.contradicted', { define: defineVerdict }),
  step('merge.wholes'),
  statement(
    'merge.merged',
    // One struct per group of fields. DuckDB needs 0.1 s to plan a join per group, even for one farm.
    `with taken as (
      select farm_id, ${fieldGroups
        .map(
          ({ name, fields, beside, known, order }) =>
            `arg_min(${structOf([...fields, ...beside, 'stated_at'])}, ${order}) filter (${known}) as of_${name}`,
        )
        .join(', ')}
      from merge.voices
      group by farm_id
    )
    select
      wholes.*,
      ${tracedFields
        .map(
          ({ field, group }) => `${joinedColumns[field] ?? `of_${group}."${field}"`} as "${field}"`,
        )
        .join(', ')},
      ${daysOf(dayOfMerged)} as said_at,
      []::varchar[] as overridden
    from merge.speakers
    join merge.wholes using (farm_id)
    join taken using (farm_id)`,
  ),
]

const columns = [...wholeFields, ...tracedFields.map(({ field }) => field)].map(
  (name) => `"${name}"`,
)

/** A correction says its group now, by the newest edition. Of several listings with the same hours the last counts. */
const dayOfSpecial = (group: DatedGroup) => `
  case when ${says(group)} then
    if(
      list_has_any(overridden, [${datedGroups[group].map((field) => `'${field}'`).join(', ')}]),
      newest.edition,
      ${group === 'hours' ? 'hours_confirmed_at::date' : `said_at.${group}`}
    )
  end`

/**
 * The record of every farm: `merge.records`. Most farms have one listing, which is their record.
 * `merge.farms` adds computed columns.
 */
export const recordSteps: Step[] = [
  step('merge.special'),
  view(
    'merge.records',
    `select
      farm_id,
      [listings.source] as sources,
      ${columns.map((name) => `observations.${name}`).join(', ')},
      ${daysOf((group) => `case when ${says(group)} then stated_at::date end`)} as said_at
    from merge.listings
    join letters.observations using (seq)
    where used and farm_id not in (select farm_id from merge.special)
    union all
    select farm_id, sources, ${columns.join(', ')},
      ${daysOf(dayOfSpecial)} as said_at
    from merge.special
    cross join merge.as_of as newest`,
  ),
  derivedStep,
]
