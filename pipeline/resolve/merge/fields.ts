import { derivedFields } from '../../../data/schema/tables/farm.ts'
import { sourceFieldNames } from '../../../data/schema/input/source_fields.ts'

type Group = {
  name: string
  fields?: string[]
  /** SQL: whether a listing knows the group; as a rule, one of its fields. */
  known?: string
  /** SQL: of the listings that know it, those with more are asked after the others; else by rank alone. */
  later?: string
}

/** Lists of terms, with what their vocabularies do not know: listings whose terms are known go first. */
function termGroup(...columns: [string, ...string[]]): Group {
  const [name] = columns
  const fields = columns.flatMap((column) => [column, `${column}_other`])
  return { name, fields, later: `${name} is null` }
}

/** Fields that make sense only together, and those that no source field has the name of. */
const groups: Group[] = [
  { name: 'name' },
  { name: 'place_type' },
  {
    name: 'address',
    fields: ['address', 'city', 'state', 'zip'],
    later: 'address is null',
  },
  {
    name: 'location',
    fields: ['lat', 'lng', 'location_precision'],
    known: 'lat is not null',
    later: "case location_precision when 'exact' then 0 when 'zip_centroid' then 1 else 2 end",
  },
  termGroup('products', 'categories'),
  termGroup('certifications'),
  termGroup('practices'),
  termGroup('delivery_options'),
  termGroup('payment_methods'),
  { name: 'product_listings', known: 'len(product_listings) > 0' },
  {
    name: 'hours',
    fields: ['hours', 'hours_json', 'hours_confirmed_at'],
    known: 'hours is not null or hours_json is not null',
  },
  { name: 'images', fields: ['images', 'image_url'] },
  { name: 'google_rating', fields: ['google_rating', 'google_review_count'] },
]
const grouped = groups.flatMap(({ name, fields = [name] }) => fields)
const elsewhere: readonly string[] = [...grouped, ...derivedFields]
const alone = sourceFieldNames.filter((name) => !elsewhere.includes(name)).map((name) => ({ name }))

/**
 * What is taken from one listing at a time. A point that a source gives goes before the middle of a
 * ZIP code area, that before a doubtful point, and a street address before a town alone.
 */
export const fieldGroups = [...groups, ...alone].map(
  ({ name, fields = [name], known, later }: Group) => ({
    name,
    fields,
    known: known ?? fields.map((field) => `"${field}" is not null`).join(' or '),
    order: later ? `{later: ${later}, rank: rank}` : 'rank',
  }),
)

/** The fields whose listing provenance names, with their group. */
export const tracedFields = fieldGroups.flatMap(({ name, fields }) =>
  fields.map((field) => ({ field, group: name })),
)

/** What the farm as a whole is, over all its listings. */
export const wholeFields = ['updated_at', 'synthetic', 'verification_status']
