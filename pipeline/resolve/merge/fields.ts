/** Fields that make sense only together: one listing speaks for all of them. */
export type FieldGroup = {
  name: string
  fields: string[]
  /** SQL: whether a listing knows the group. */
  known: string
  /** SQL: among those that know it, the smallest is asked first; null = by rank alone. */
  preferred: string | null
}

const group = (
  name: string,
  fields: string[],
  known: string,
  preferred: string | null = null,
): FieldGroup => ({ name, fields, known, preferred })
const alone = (field: string) => group(field, [field], `"${field}" is not null`)

/**
 * What is taken from one listing at a time. A point that a source gives goes before the middle of a
 * ZIP code area, and a street address before a town alone.
 */
export const fieldGroups: FieldGroup[] = [
  alone('name'),
  alone('place_type'),
  group(
    'address',
    ['address', 'city', 'county', 'state', 'zip'],
    'coalesce(address, city, zip, state, county) is not null',
    'address is null',
  ),
  group(
    'location',
    ['lat', 'lng', 'location_precision'],
    'lat is not null',
    "location_precision <> 'exact'",
  ),
  group('products', ['products', 'categories'], 'coalesce(products, categories) is not null'),
  group('product_listings', ['product_listings'], 'len(product_listings) > 0'),
  group('hours', ['hours', 'hours_json'], 'hours is not null or hours_json is not null'),
  group('images', ['images', 'image_url'], 'image_url is not null or images is not null'),
  group(
    'google_rating',
    ['google_rating', 'google_review_count'],
    'coalesce(google_rating, google_review_count) is not null',
  ),
  ...[
    'phone',
    'website',
    'email',
    'social_links',
    'description',
    'story',
    'tagline',
    'farmer_name',
    'certifications',
    'practices',
    'delivery_options',
    'farmer_photo_url',
    'payment_methods',
    'price_range',
    'founded_year',
  ].map(alone),
]

/** The fields whose listing provenance names, with their group. */
export const tracedFields = fieldGroups.flatMap(({ name, fields }) =>
  fields.map((field) => ({ field, group: name })),
)

/** What the farm as a whole is, over all its listings. */
export const wholeFields = ['updated_at', 'synthetic', 'verification_status']
