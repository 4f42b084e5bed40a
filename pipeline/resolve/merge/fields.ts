import { derivedFields } from '../../../data/schema/tables/farm.ts'
import { sourceFieldNames } from '../../../data/schema/input/source_fields.ts'

type Group = {
  name: string
  fields?: string[]
  /** SQL condition: the listing has a value for the group; by default, for one of its fields. */
  known?: string
  /** SQL sort key: listings with a higher value rank after the others; default: by rank alone. */
  later?: string
  /** Other fields of the same listing that merging needs with them. */
  beside?: string[]
}

/** Lists of terms, with texts outside their vocabularies. Listings with known terms rank first. */
function termGroup(...columns: [string, ...string[]]): Group {
  const [name] = columns
  const fields = columns.flatMap((column) => [column, `${column}_other`])
  return { name, fields, later: `${name} is null` }
}

/** Fields that make sense only together, and fields without a source field of their name. */
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
  { name: 'product_listings', known: 'len(product_listings) > 0', beside: ['categories'] },
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
 * Groups of fields that are taken from one listing at a time. An exact point ranks before the middle of a ZIP
 * code area, which ranks before a doubtful point. A street address ranks before a town alone.
 */
export const fieldGroups = [...groups, ...alone].map(
  ({ name, fields = [name], known, later, beside = [] }: Group) => ({
    name,
    fields,
    beside,
    known: known ?? fields.map((field) => `"${field}" is not null`).join(' or '),
    order: later ? `{later: ${later}, rank: rank}` : 'rank',
  }),
)

/** Fields with provenance, and their group. */
export const tracedFields = fieldGroups.flatMap(({ name, fields }) =>
  fields.map((field) => ({ field, group: name })),
)

/** Fields computed over all listings of a farm. */
export const wholeFields = ['updated_at', 'synthetic', 'verification_status']
