import { locationResolution } from '../../../data/geography/cells.ts'
import { countyFips2020, countyName, countyNear } from '../../../data/geography/counties.ts'
import { zoneAt } from '../../../data/geography/time_zones.ts'
import type { Database } from '../../database/database.ts'
import { view } from '../../database/step.ts'
import { openingHours } from '../../normalize/hours/opening_hours.ts'
import { remembering } from '../../normalize/hours/wording.ts'

/** SQL of the columns computed from a farm's location and hours. */
const derived = {
  h3_cell: `h3_cell_at(lat, lng, ${locationResolution})`,
  county_fips: "county_fips_at(lat, lng, coalesce(state, ''))",
  county_fips_2020: 'county_fips_2020_of(county_fips, lat, lng)',
  county: 'county_name(county_fips)',
  state_fips: 'county_fips[:2]',
  timezone: "time_zone_at(lat, lng, coalesce(state, ''))",
  opening_hours: 'opening_hours_of(hours_json)',
}

/** Hours without a time zone get the farm's. */
const hours = `
  case when hours_json is not null then json_object(
    'timezone', coalesce(hours_json ->> 'timezone', timezone),
    'seasons', hours_json -> 'seasons',
    'note', hours_json -> 'note'
  ) end`

/** Makes `county_fips_at(lat, lng, state)`: the FIPS code of a farm's county; null = no county; state '' = unknown. */
export const defineCounties = (database: Database): void =>
  database.define(
    'county_fips_at',
    ['DOUBLE', 'DOUBLE', 'VARCHAR'],
    (lat: number, lng: number, state: string) =>
      countyNear({ lat, lng }, state || null)?.fips ?? null,
  )

function defineDerived(database: Database): void {
  defineCounties(database)
  database.define('county_name', ['VARCHAR'], countyName)
  database.define(
    'county_fips_2020_of',
    ['VARCHAR', 'DOUBLE', 'DOUBLE'],
    (fips: string, lat: number, lng: number) => countyFips2020(fips, { lat, lng }),
  )
  database.define(
    'time_zone_at',
    ['DOUBLE', 'DOUBLE', 'VARCHAR'],
    (lat: number, lng: number, state: string) => zoneAt({ lat, lng }, state || null),
  )
  database.define(
    'opening_hours_of',
    ['VARCHAR'],
    remembering((text: string) => openingHours(JSON.parse(text))),
  )
}

/**
 * Makes the view `merge.farms`: `merge.records`, after merging and corrections, with columns computed from
 * location and hours. Farms with the same hours share their opening_hours.
 */
export const derivedStep = view(
  'merge.farms',
  `with placed as (
    select *, ${Object.entries(derived)
      .map(([name, sql]) => `${sql} as ${name}`)
      .join(', ')}
    from merge.records
  )
  select * replace (${hours} as hours_json) from placed`,
  { define: defineDerived },
)
