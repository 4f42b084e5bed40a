import { z } from 'zod'
import { free } from '../meta.ts'

/** The county of each located farm in the Census tables of a year. */
export const countyVintage = z.strictObject({
  farm_id: free(z.uuid(), 'Id of the farm'),
  vintage: free(
    z.int32(),
    'Year of the Census tables to join: 2019 or 2023. Take the rows of one vintage only',
    { example: 2023 },
  ),
  county_fips: free(
    z.string().regex(/^\d{5}$/),
    'FIPS code of the county in that year, five digits. It differs from county_fips of farms.parquet if the county was split since 2017',
    { example: '09180' },
  ),
  county: free(
    z.string().min(1),
    'Census name of that county. Connecticut has planning regions in 2023',
    { example: 'Southeastern Connecticut' },
  ),
})
