import { sqlFile, type Database } from '../database/database.ts'
import { fieldGroups, wholeFields } from './fields.ts'

/** Columns of `resolved`: the farm, its sources, and what is known of it. */
const columns = [
  'farm_id',
  'sources',
  ...wholeFields,
  ...fieldGroups.flatMap(({ fields }) => fields),
]

/**
 * Makes one record of each farm: the view `resolved`. Most farms have one listing, and are that.
 * Of the others (and of `corrected` ones, which overrides are to change) the table `special` is made,
 * each group of fields from the first listing that knows it (precedence.sql); `speakers` has the
 * row that each group was taken from.
 *
 * Raises verification where two publishers confirmed a farm within three years before `asOf`.
 */
export async function mergeListings(
  database: Database,
  asOf: string | null,
  corrected: string[],
): Promise<void> {
  await database.run(
    `create table special_rows as
     select listings.*, observations.* exclude (seq, input, source, source_id, updated_at)
     from listings join observations using (seq)
     where speaks and listings.farm_id in (
       select farm_id from listings where rank > 1 union all select unnest($corrected::varchar[])
     )`,
    { corrected: JSON.stringify(corrected) },
  )
  await database.run(speakersQuery)
  await database.run(`create table wholes as ${sqlFile(import.meta.url, 'wholes.sql')}`, {
    as_of: asOf,
  })
  await database.run(specialQuery)
  await database.run(`
    create view resolved as
    select ${columns.map((name) => singleColumn(name)).join(', ')}
    from listings join observations using (seq)
    where used and listings.farm_id not in (select farm_id from special)
    union all
    select ${columns.map((name) => `"${name}"`).join(', ')} from special`)
}

const speakersQuery = `
  create table speakers as
  select farm_id, ${fieldGroups
    .map(({ name, known, preferred }) => {
      const order = preferred === null ? 'rank' : `{later: ${preferred}, rank: rank}`
      return `arg_min(seq, ${order}) filter (${known}) as "${name}"`
    })
    .join(', ')}
  from special_rows
  group by farm_id`

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

const specialQuery = `
  create table special as
  select
    wholes.*,
    ${fieldGroups
      .flatMap(({ name, fields }) =>
        fields.map((field) => `${joinedColumns[field] ?? `of_${name}."${field}"`} as "${field}"`),
      )
      .join(', ')},
    []::varchar[] as overridden
  from speakers
  join wholes using (farm_id)
  ${fieldGroups
    .map(
      ({ name }) => `left join special_rows as of_${name} on of_${name}.seq = speakers."${name}"`,
    )
    .join('\n')}`

function singleColumn(name: string): string {
  if (name === 'sources') return '[listings.source] as sources'
  return name === 'farm_id' ? 'listings.farm_id' : `observations."${name}"`
}
