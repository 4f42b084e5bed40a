import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mapping } from '../../../../data/schema/input/mapping.ts'
import { literal } from '../../../../data/sql_literal.ts'
import type { Database } from '../../../../pipeline/database/database.ts'
import type { SourceFile } from '../../../../pipeline/intake/intake.ts'
import { readSources } from '../../../../pipeline/intake/read_sources.ts'
import { silent } from '../../../../pipeline/progress.ts'
import { adapterFor } from '../../../../pipeline/read/adapters.ts'

const data = new URL('../../../../../shared/data/', import.meta.url)

/** Why tests that read the real files are skipped; false where they are there. */
export const realFilesAreMissing = existsSync(data)
  ? false
  : 'the real source files (../shared/data) are not here'

const directory = 'usda_farmers_market_directory'
const portal = 'usda_local_food_portal'

/** Editions of the USDA directory of markets, oldest first. */
export const editions = [
  '2017-01-10',
  '2017-05-15',
  '2018-08-27',
  '2018-09-06',
  '2019-03-03',
  '2020-01-31',
  '2021-08-08',
].map((date) => `${directory}/${date}.csv.gz`)

const others: [kind: string, file: string][] = [
  ['usda-local-food-portal', `${portal}/farmersmarket_2022-09-18.csv.gz`],
  ['usda-local-food-portal', `${portal}/onfarmmarket_2024-04.csv.gz`],
  ['usda-local-food-portal', `${portal}/csa_2024-04-18.csv.gz`],
  ['usda-local-food-portal', `${portal}/foodhub_2024-04.csv.gz`],
  ['usda-csa-directory', 'usda_legacy_directories/csa_2017-05-15.csv.gz'],
  ['usda-on-farm-directory', 'usda_legacy_directories/onfarm_2017-05-15.csv.gz'],
  ['new-york-farmers-markets', 'state_and_city/ny_farmers_markets_2017-06.csv.gz'],
  ['geojson', 'state_and_city/king_wa_local_farms_2020-08.geojson.gz'],
]

/** Every real file, in the order of their inputs, by its name under ../shared/data. */
export const realFiles = [...editions, ...others.map(([, file]) => file)]

/** What a build is given of a real file. */
export function sourceFile(name: string): SourceFile {
  const kind = others.find(([, file]) => file === name)?.[0] ?? 'usda-farmers-market-directory'
  const path = fileURLToPath(new URL(name, data))
  const mapped = kind === 'geojson' ? { mapping: mapping.parse({ name: 'Name' }) } : {}
  return { adapter: adapterFor(kind), path, ...mapped }
}

/**
 * Reads real files (names under ../shared/data) as a build does, into the table `match.candidates` of the
 * listings, and `row_names` of the name of each row (`file`, and `row`: source id or line) with its
 * listing's key. Returns their readings, for a call that reads the same rows again: `last`.
 */
export async function loadRealListings(
  database: Database,
  files: string[],
  scratch: string,
  last: string | null = null,
): Promise<string> {
  await database.run('create schema if not exists match')
  const sources = files.map(sourceFile)
  const { lists, readings } = await readSources(sources, scratch, silent, new Date(), { last })
  const paths = lists.map(({ path }) => literal(path)).join()
  const inputs = lists.map(({ path, input }) => `${literal(path)}: ${input}`).join()
  await database.run(`create or replace table observations as
    select * replace (map {${inputs}}[filename] + input as input), source || chr(10) || source_id as key
    from read_ndjson([${paths}], filename = true, columns = {
      seq: 'INTEGER', input: 'INTEGER', line: 'INTEGER', source: 'VARCHAR', source_id: 'VARCHAR',
      name: 'VARCHAR', place_type: 'VARCHAR', address: 'VARCHAR', city: 'VARCHAR', state: 'VARCHAR',
      zip: 'VARCHAR', phone: 'VARCHAR', website: 'VARCHAR', email: 'VARCHAR', lat: 'DOUBLE',
      lng: 'DOUBLE', location_precision: 'VARCHAR', weekdays: 'VARCHAR[]', updated_at: 'TIMESTAMP'})`)
  await database.run(`create or replace table match.candidates as
    select
      key, source, source_id, source as publisher,
      (select list(distinct every.input) from observations as every where every.key = observations.key) as edition,
      false as retired, name, place_type, address, city, state, zip, phone, website, email,
      lat, lng, location_precision, weekdays,
      null::varchar as farm_id, null::timestamptz as first_seen, null::timestamptz as last_seen
    from observations
    qualify row_number() over (partition by key order by updated_at desc nulls last, input desc, line desc) = 1`)
  await database.run('create or replace table row_names (file varchar, row varchar, key varchar)')
  for (const [input, file] of files.entries())
    await database.run(
      `insert into row_names
        select $file, unnest([source_id, 'line ' || line]), key from observations where input = ${input}`,
      { file },
    )
  return readings
}
