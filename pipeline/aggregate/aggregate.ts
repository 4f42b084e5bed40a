import { products } from '../../data/vocabulary/vocabulary.ts'
import { farmContent } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Database } from '../database/database.ts'
import { runSteps, statement, stepsOf, type Step, task } from '../database/step.ts'
import type { Intake } from '../intake/intake.ts'
import { changeSteps } from './changes/steps.ts'
import { marketSteps } from './market/steps.ts'
import { provenanceSteps } from './provenance.ts'
import { farmSteps } from './records.ts'
import {
  countyFipsOf,
  countyNameOf,
  countyVintages,
  type CountyVintage,
} from '../../data/geography/counties.ts'

const step = stepsOf(import.meta.url)

/**
 * Computes the tables of the snapshot (`published.…`) from the resolved listings: farms in H3 order, their
 * products, provenance, market figures, statistics, and changes since the previous snapshot, null = none.
 * `oldestLogged`: the oldest snapshot that stays in the log of changes. `done`: see `runSteps`.
 */
export const aggregate = (
  database: Database,
  previous: Manifest | null,
  intakes: Intake[],
  oldestLogged: string,
  done?: (share: number) => void,
) => runSteps(database, aggregateSteps(previous, intakes, oldestLogged), done)

export const aggregateSteps = (
  previous: Manifest | null,
  intakes: Intake[],
  oldestLogged: string,
): Step[] => [
  step('aggregate.listed'),
  ...provenanceSteps,
  step('aggregate.farms'),
  ...farmSteps,
  countyVintagesStep,
  step('published.product_listings'),
  step('aggregate.offered', { params: broaderProducts() }),
  ...marketSteps,
  statement(
    'aggregate.coverage',
    `unpivot (select ${known.join(', ')} from published.farms) on * into name name value count`,
  ),
  step('published.stats', { drops: ['aggregate.offered'] }),
  ...changeSteps(previous, intakes, oldestLogged),
]

/** Pairs of each variety and its broader product. */
function broaderProducts() {
  const pairs = products.entries.flatMap(({ name }) =>
    products
      .kindsOf(name)
      .filter((kind) => kind !== name)
      .map((kind) => ({ kind, product: name })),
  )
  return { kinds: pairs.map(({ kind }) => kind), products: pairs.map(({ product }) => product) }
}

/** SQL counts of farms with a value, per nullable field. */
const known = columnsOf(farmContent)
  .filter(({ nullable }) => nullable)
  .map(({ name }) => `count("${name}") as "${name}"`)

/**
 * Makes `published.county_vintages`: the county of each located farm in every vintage. Rows of a county are
 * next to each other, since they join tables of counties.
 */
const countyVintagesStep = task(
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
