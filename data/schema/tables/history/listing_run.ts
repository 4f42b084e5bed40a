import { z } from 'zod'
import { free, paid } from '../../meta.ts'
import { farm } from '../farm.ts'
import { provenance } from '../provenance.ts'
import { registry } from '../registry.ts'

const text = z.string().min(1)
const collected = 'not collected, or no known term'
const date = z.iso.date().nullable()
const revision = z.int32().min(1).nullable()
const undated = 'nothing dates it (before schema version 7)'
const unrecorded = 'not stated, or the edition was last read before schema version 10'
const added = { nulls: unrecorded, since: 10 }
/** The listing's value of the farm field with the same name. */
const said = farm.shape

const key = {
  source: free(text, 'Name of the source', { example: 'usda-farmers-market-directory' }),
  source_id: free(
    text,
    'Id of the listing in that source; in the public file its MD5 if the id was made of name and address',
    { example: '1018261' },
  ),
  farm_id: free(z.uuid(), 'Id of the farm, which may be delisted'),
  series: free(text, 'Series of the editions', { example: 'usda-farmers-market-directory' }),
  first_edition: free(date, 'Date of the first edition of the run', {
    nulls: undated,
    example: '2017-01-10',
  }),
  first_revision: free(
    revision,
    'Number of the edition among those of that date, as in editions.parquet',
    {
      nulls: undated,
      example: 1,
    },
  ),
  last_edition: free(date, 'Date of the last edition of the run', {
    nulls:
      'still listed with these values, by the current edition of its series in editions.parquet',
    example: '2018-09-06',
  }),
  last_revision: free(revision, 'Number of the edition among those of that date', {
    nulls: 'as last_edition',
    example: 1,
  }),
}

/** Terms of the vocabulary at the time, which the present one may lack. */
const formerTerms = z.array(z.string().min(1)).nullable()

const publicContent = {
  name: free(said.name, 'Display name'),
  place_type: free(said.place_type, 'Place type'),
  city: free(said.city, 'City or town'),
  state: free(said.state, 'Postal abbreviation of the state or territory'),
  stated_county: free(
    provenance.shape.stated_county,
    'County as the listing states it; county_fips follows from the location',
    { example: 'Caledonia', ...added },
  ),
  lat: free(said.lat, 'Latitude, WGS 84'),
  lng: free(said.lng, 'Longitude, WGS 84'),
  location_precision: free(
    said.location_precision,
    'Precision of the location by this listing alone: see farms',
  ),
  products: free(formerTerms, 'Product names of the vocabulary at the time', {
    example: ['eggs', 'honey'],
    nulls: collected,
  }),
}

const memberContent = {
  address: paid(said.address, 'Street address'),
  zip: paid(said.zip, 'Five-digit ZIP code'),
  payment_methods: paid(formerTerms, 'Payment methods of the vocabulary at the time', {
    example: ['SNAP', 'credit card'],
    nulls: collected,
  }),
  practices: paid(formerTerms, 'Growing practices of the vocabulary at the time', {
    example: ['pasture raised'],
    nulls: collected,
  }),
  hours: paid(said.hours, "Named schedules in the source's words", {
    example: { season_1: '06/14/2017 to 08/30/2017; Wed: 3:30 PM-6:30 PM' },
    ...added,
  }),
  seasons: paid(
    z.array(z.string().min(1)).nullable(),
    'Seasons in hours: first and last day, both included, of one year (YYYY-MM-DD) or of every year (MM-DD); `..` = open ended',
    {
      example: ['2017-06-14/2017-08-30'],
      source: 'hours_json as read in the editions of the run',
      nulls: `no season is known, hours could not be read, or ${unrecorded.slice('not stated, or '.length)}`,
      since: 10,
    },
  ),
  website: paid(said.website, 'Web site', added),
}

const county_fips = free(
  said.county_fips,
  'FIPS code of the county of the location (Census, 2023)',
  {
    nulls: 'no location, or a location in no county',
    source: 'the point, by county boundaries',
  },
)

/**
 * Consecutive editions of one series in which a listing had the same values in these columns, as read when
 * each edition arrived. An edition without the listing ends the run.
 */
export const listingRun = z.strictObject({
  ...key,
  holder: paid(registry.shape.holder, 'Position of the farm among the farms of this source id'),
  ...publicContent,
  county_fips,
  ...memberContent,
})
export type ListingRun = z.infer<typeof listingRun>

export const publicListingRun = z.strictObject({ ...key, ...publicContent, county_fips })

/** The columns whose values stay the same throughout a run. */
export const saidPublicly = Object.keys(publicContent)
export const saidToMembers = [...saidPublicly, ...Object.keys(memberContent)]
