import { statement, type Step } from '../database/step.ts'
import { tracedFields } from '../resolve/merge/fields.ts'
import { productsOfTwo } from '../resolve/merge/steps.ts'

type Traced = (typeof tracedFields)[number]

const bitsWhere = (condition: (traced: Traced) => string) =>
  tracedFields.map((traced, bit) => `(${condition(traced)})::ubigint * ${2 ** bit}`).join(' + ')

const names = `list_filter([${tracedFields
  .map(({ field }, bit) => `case when bits & ${2 ** bit} > 0 then '${field}' end`)
  .join(', ')}], lambda name: name is not null)`

const isKnown = (table: string, field: string) =>
  field === 'product_listings'
    ? `coalesce(len(${table}.${field}), 0) > 0`
    : `${table}."${field}" is not null`

const knownHere = ({ field }: Traced) => isKnown('observations', field)

const taken = ({ field, group }: Traced) =>
  `not list_contains(overridden, '${field}') and ${isKnown('special', field)}
   and coalesce(${speaksFor(group)}, false)`

/** Products may come from two listings (see resolve/merge/steps.ts). */
const speaksFor = (group: string) =>
  group === 'products'
    ? `(speakers.products = seq or (${productsOfTwo} and speakers.product_listings = seq))`
    : `speakers."${group}" = seq`

/**
 * Makes `published.provenance`: every source row with its farm and the fields that it supplied, every earlier
 * row of which values stand, and every correction with the fields that it set. `newest`: the current row of
 * its listing.
 *
 * A listing of a current edition that leads no record may still give a group; then its own row names the
 * fields.
 *
 * The fields of a row are first computed as bits (`aggregate.traced`), one per `tracedFields`. There are few
 * distinct values, and the list of names is made once for each.
 */
export const provenanceSteps: Step[] = [
  statement(
    'aggregate.traced',
    `with carried as (
      select seq, row_seq, ${bitsWhere(taken)} as bits
      from said.carried
      join merge.special using (farm_id)
      join merge.speakers using (farm_id)
    ),
    listed as (
      select
        seq,
        case
          when not speaks then 0
          when special.farm_id is null then ${bitsWhere(knownHere)}
          else ${bitsWhere(taken)}
        end as bits
      from merge.listings
      join intake.observations using (seq)
      left join merge.special on special.farm_id = listings.farm_id
      left join merge.speakers on speakers.farm_id = listings.farm_id
      where not removed
    )
    select listed.seq, listed.bits | coalesce(beside.bits, 0) as bits
    from listed
    left join (select row_seq as seq, bit_or(bits) as bits from carried group by row_seq) as beside
      using (seq)
    union all
    select seq, bits
    from carried
    where row_seq is null or row_seq not in (select seq from merge.listings)`,
  ),
  statement(
    'published.provenance',
    `with named as (
      select bits, ${names} as fields from (select distinct bits from aggregate.traced)
    )
    select
      listings.farm_id, listings.source, listings.source_id, licence, file, line,
      listings.updated_at, inputs.edition, false as carried, stated_county, corrections,
      kept_texts, fields, newest
    from aggregate.traced
    join named using (bits)
    join merge.listings using (seq)
    join letters.observations using (seq)
    join intake.inputs on inputs.input = listings.input
    union all
    select
      farm_id, source, source_id, licence, file, line, max(said_at), edition, true, null, [], null,
      list_sort(flatten(list(fields))), true
    from aggregate.traced
    join named using (bits)
    join said.carried using (seq)
    where bits > 0
    group by all
    union all
    select
      farm_id, 'decision', coalesce(evidence, 'decision ' || entry), null, file, entry, null, null, false, null, [reason], null,
      fields, true
    from decisions.corrections
    order by farm_id, source, source_id, file, line`,
  ),
]
