import { z } from 'zod'
import { paid } from '../meta.ts'
import { farm } from './farm.ts'

const text = z.string().min(1)
const time = z.iso.datetime().nullable()
/** A feature that identifies a listing: the farm field with the same name. */
const feature = farm.shape

/**
 * The registry of identity: every source listing ever seen, its farm, and its features when last seen. Each
 * build starts from the live snapshot's registry.
 */
export const registry = z.strictObject({
  source: paid(text, 'Name of the source', { example: 'usda-farmers-market-directory' }),
  source_id: paid(text, 'Id of the listing in that source', { example: '1018261' }),
  holder: paid(
    z.int32().min(1),
    'Position of the farm among the farms of this source id, from 1: a source may reuse an id for another farm',
    { example: 1, source: 'the registry of the previous snapshot' },
  ),
  farm_id: paid(z.uuid(), 'Id of the farm, which may be delisted', {
    source: 'given by the pipeline',
  }),
  series: paid(text.nullable(), 'Series of editions that last listed it', {
    example: 'usda-local-food-portal/csa',
    nulls: 'unknown',
    source: 'the sources file, else the source',
    since: 3,
  }),
  first_seen: paid(
    time,
    'Date of the first edition that listed it; if dated is false, build time of the first snapshot with it (UTC)',
    { nulls: 'this is the first', source: 'the editions' },
  ),
  last_seen: paid(
    time,
    'Date of the last edition that listed it; if dated is false, build time of the last snapshot with it (UTC)',
    { nulls: 'listed now', source: 'the editions' },
  ),
  dated: paid(
    z.boolean(),
    'true = first_seen and last_seen are dates of editions, plus a second for each earlier edition of the same date',
    { source: 'the editions', since: 3 },
  ),
  row_digest: paid(
    z.string().length(32).nullable(),
    'MD5 of the source row as last read, in hexadecimal',
    { example: 'd41d8cd98f00b204e9800998ecf8427e', nulls: 'unknown' },
  ),
  publisher: paid(text, 'Publisher of the source', {
    source: 'the sources file, else the source type',
  }),
  name: paid(feature.name, 'Name as last read'),
  place_type: paid(feature.place_type, 'Place type as last read'),
  address: paid(feature.address, 'Street address as last read'),
  city: paid(feature.city, 'City or town as last read'),
  state: paid(feature.state, 'State as last read'),
  zip: paid(feature.zip, 'ZIP code as last read'),
  phone: paid(feature.phone, 'Telephone number as last read'),
  website: paid(feature.website, 'Website as last read'),
  email: paid(feature.email, 'Email address as last read'),
  lat: paid(feature.lat, 'Latitude as last read, WGS 84'),
  lng: paid(feature.lng, 'Longitude as last read, WGS 84'),
  location_precision: paid(feature.location_precision, 'Precision of the location: see farms'),
  weekdays: paid(z.array(z.string()).nullable(), 'Days on which the place opens', {
    example: ['sat'],
    nulls: 'unknown',
    source: 'hours_json of the listing',
  }),
})
export type Registry = z.infer<typeof registry>
