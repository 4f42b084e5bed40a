import { z } from 'zod'
import '../meta.ts'
import { farm } from './farm.ts'

const paid = { tier: 'paid' } as const
const seen = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ ...paid, description })
/** What a listing is recognized by, as its farm's field of the same name. */
const feature = farm.shape

/**
 * The registry of identity: every source listing ever seen, the farm that it is, and what it looked
 * like when it was last seen. Each build starts from that of the live snapshot.
 */
export const registry = z.strictObject({
  source: z
    .string()
    .min(1)
    .meta({ ...paid, description: 'Name of the source', example: 'usda-farmers-market-directory' }),
  source_id: z
    .string()
    .min(1)
    .meta({ ...paid, description: "The listing's id in that source", example: '1018261' }),
  holder: z
    .int32()
    .min(1)
    .meta({
      ...paid,
      description:
        'Which farm in turn has this source id; a source that gives it to another farm makes that the next holder',
      example: 1,
    }),
  farm_id: z.uuid().meta({ ...paid, description: 'The farm, which may have left the directory' }),
  first_seen: seen(
    'When the first snapshot was built that had the listing (UTC); null = this is the first',
  ),
  last_seen: seen(
    'When the last snapshot was built that had the listing (UTC); null = this one has it',
  ),
  row_digest: z
    .string()
    .length(32)
    .nullable()
    .meta({
      ...paid,
      description: 'MD5 of the source row as last read, in hexadecimal; null = not known',
      example: 'd41d8cd98f00b204e9800998ecf8427e',
    }),
  publisher: z
    .string()
    .min(1)
    .meta({ ...paid, description: 'Who publishes the source' }),
  name: feature.name.meta({ ...paid, description: 'Name as last read' }),
  place_type: feature.place_type.meta({ ...paid, description: 'Place type as last read' }),
  address: feature.address.meta({ ...paid, description: 'Street address as last read' }),
  city: feature.city.meta({ ...paid, description: 'City or town as last read' }),
  state: feature.state.meta({ ...paid, description: 'State as last read' }),
  zip: feature.zip.meta({ ...paid, description: 'ZIP code as last read' }),
  phone: feature.phone.meta({ ...paid, description: 'Telephone number as last read' }),
  website: feature.website.meta({ ...paid, description: 'Web site as last read' }),
  email: feature.email.meta({ ...paid, description: 'E-mail address as last read' }),
  lat: feature.lat.meta({ ...paid, description: 'Latitude as last read, WGS 84' }),
  lng: feature.lng.meta({ ...paid, description: 'Longitude as last read, WGS 84' }),
  location_precision: feature.location_precision.meta({
    ...paid,
    description: 'What the location is: see farms',
  }),
  weekdays: z
    .array(z.string())
    .nullable()
    .meta({ ...paid, description: 'Days on which it opens; null = unknown', example: ['sat'] }),
})
export type Registry = z.infer<typeof registry>
