import { listFields, textFields } from './source_fields.ts'

/** Single-text fields that a mapping may fill. `location` is coordinates in one text, `(lat, lng)`. */
const mappedTexts = [
  'source_id',
  'name',
  'place_type',
  ...textFields,
  'country',
  'lat',
  'lng',
  'location',
  'verification_status',
  'updated_at',
] as const
export type MappedText = (typeof mappedTexts)[number]

/** Fields that a mapping may fill. */
export const mappedFields = [...mappedTexts, ...listFields, 'hours'] as const
export type MappedField = (typeof mappedFields)[number]

/** Fields with a single value: two columns' joined texts would be invalid. */
export const singleValued: readonly MappedField[] = [
  'place_type',
  'state',
  'zip',
  'phone',
  'website',
  'email',
  'farmer_photo_url',
  'image_url',
  'country',
  'lat',
  'lng',
  'location',
  'verification_status',
  'updated_at',
]
