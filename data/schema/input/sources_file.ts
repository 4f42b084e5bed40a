import { z } from 'zod'
import { nearestOf } from '../../vocabulary/edit_distance.ts'
import { listFields, textFields } from './source_fields.ts'

/** Fields of a farm that a property of another format can be mapped to. */
const mappedFields = [
  'source_id',
  'name',
  'place_type',
  'lat',
  'lng',
  'country',
  ...textFields,
  ...listFields,
  'season',
  'hours',
  'updated_at',
] as const
export type MappedField = (typeof mappedFields)[number]

const field = z.custom<MappedField>((name) => mappedFields.includes(name as MappedField), {
  error({ input }) {
    const name = String(input)
    const nearest = nearestOf(name, mappedFields)
    const hint = nearest ? `did you mean ${nearest}?` : `the fields are ${mappedFields.join(', ')}`
    return `unknown field \`${name}\` (${hint})`
  },
})

const text = z.string().trim().min(1)

/** Their property → our field. Of several properties for one field, the first that is not blank counts. */
const mapping = z
  .record(text, field)
  .refine(
    (fields) => Object.values(fields).includes('name'),
    'no property is mapped to `name`; a row without a name is not a farm',
  )
export type Mapping = z.infer<typeof mapping>

/**
 * Who speaks: a public agency's own list, the operators in a directory that they keep up, or anybody
 * (scraped, crowd-sourced). The first is believed first where sources contradict each other.
 */
export const authorities = ['agency', 'operator', 'crowd'] as const
export type Authority = (typeof authorities)[number]

/** One file of a build. Files of one series are its editions, or where they have one date its parts. */
export const sourceEntry = z.strictObject({
  /** See `npm run build -- --help`. */
  kind: text,
  /** Relative to the sources file. */
  path: text,
  /** The namespace of its source ids, and its name in what is published; default: the kind. */
  name: text
    .regex(/^[a-z0-9][a-z0-9_.-]*$/, 'expected small letters, digits, `-`, `_` and `.`')
    .exactOptional(),
  /**
   * The series that it is an edition of, of which the newest edition says what is listed; default: the
   * name, and for the portal its directory too (`usda-local-food-portal/csa`).
   */
  series: text.exactOptional(),
  publisher: text.exactOptional(),
  licence: text.exactOptional(),
  attribution: text.exactOptional(),
  /** When it was downloaded: the date of the edition. Default: the date in the file's name, else the newest in it. */
  retrieved_at: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'expected a date such as 2024-04-18')
    .exactOptional(),
  /** Who vouches for it; default: as the kind says. */
  authority: z.enum(authorities).exactOptional(),
  /** For the kind geojson. */
  mapping: mapping.exactOptional(),
})
export type SourceEntry = z.infer<typeof sourceEntry>

/** The file that `--config FILE` names: the sources of a build. */
export const sourcesFile = z.strictObject({
  sources: z.array(sourceEntry).min(1, 'no source in it'),
})
