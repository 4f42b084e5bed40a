import {
  countyFipsOf,
  countyNameOf,
  countyVintages,
  type CountyVintage,
} from '../../data/geography/county_vintages.ts'
import { task } from '../database/step.ts'

/**
 * Makes `published.county_vintages`: the county of each located farm in every vintage. Rows of a county are
 * next to each other, since they join tables of counties.
 */
export const countyVintagesStep = task(
  'published.county_vintages',
  ['published.farms'],
  async (database) => {
    database.define(
      'county_fips_of',
      ['INTEGER', 'VARCHAR', 'DOUBLE', 'DOUBLE'],
      (vintage: CountyVintage, fips: string, lat: number, lng: number) =>
        countyFipsOf(vintage, fips, { lat, lng }),
    )
    database.define('county_name_of', ['INTEGER', 'VARCHAR'], countyNameOf)
    await database.run(
      `create table published.county_vintages as
      with located as (
        select id as farm_id, vintage, county_fips_of(vintage, county_fips, lat, lng) as county_fips
        from published.farms
        cross join (select unnest($vintages)::integer as vintage)
        where county_fips is not null
      )
      select farm_id, vintage, county_fips, county_name_of(vintage, county_fips) as county
      from located
      where county_fips is not null
      order by vintage, county_fips, farm_id`,
      { vintages: countyVintages },
    )
  },
)
