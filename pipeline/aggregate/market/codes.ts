import {
  fieldsWith,
  specOf,
  storedName,
  type CodedField,
  type CodeGroup,
} from '../../../data/schema/serving/fields.ts'
import { literal } from '../../../data/sql_literal.ts'
import { deliveryOptions } from '../../../data/vocabulary/vocabulary.ts'
import { statement, type Step } from '../../database/step.ts'

/**
 * Numbers the values of a group of fields: makes `market.attribute_codes`, which names each code, and
 * `market.farm_attributes`, the codes of each farm; or the same for `facets`.
 */
export function codeSteps(group: CodeGroup): Step[] {
  const one = group.slice(0, -1)
  const [values, codes] = [`market.${one}_values`, `market.${one}_codes`]
  const fields = fieldsWith({ in: group })
  return [
    statement(values, fields.map(valuesOf).join(' union all ')),
    statement(
      codes,
      `select
        (row_number() over (order by list_position($fields, field), name) - 1)::uinteger as code,
        field,
        name
      from (select distinct field, name from ${values})`,
      { params: { fields: fields.map(storedName) } },
    ),
    statement(
      `market.farm_${group}`,
      `select farm, code from ${values} join ${codes} using (field, name) order by farm, code`,
      { drops: [values] },
    ),
  ]
}

/** SQL: farms and names of fields that are no column, or of which null is a value. */
const others: Partial<Record<CodedField, string>> = {
  quality_tier: "select rowid, coalesce(quality_tier, 'incomplete') from published.farms",
  offered: 'select farm, product from aggregate.offered',
  delivery_kinds: ['pickup', 'delivery'].map(deliveryKind).join(' union all '),
  known: [
    ...fieldsWith({ kind: 'many', in: 'attributes' }).map(
      (field) => `select rowid, '${field}' from published.farms where ${field} is not null`,
    ),
    `select rowid, 'prices'
    from published.farms
    where id in (select farm_id from published.product_listings where price is not null)`,
  ].join(' union all '),
}

/** SQL: the names that farms have in a field. */
function valuesOf(field: CodedField): string {
  const name =
    specOf(field).kind === 'many' ? `unnest(list_distinct(${field}))` : `${field}::varchar`
  const rows = others[field] ?? `select rowid, ${name} from published.farms`
  return `
    select farm::uinteger as farm, '${storedName(field)}' as field, name
    from (${rows}) as farm_names(farm, name)
    where name is not null`
}

/** SQL: the farms with a delivery option of a category of the vocabulary. */
function deliveryKind(category: string): string {
  const options = deliveryOptions.entries.filter((each) => each.category === category)
  const names = options.map(({ name }) => literal(name)).join(', ')
  return `
    select rowid, '${category}' from published.farms where list_has_any(delivery_options, [${names}])`
}
