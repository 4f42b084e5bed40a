import {
  change,
  comparedFields,
  locationFields,
  publicChangeFields,
} from '../../data/schema/tables/change.ts'
import { farm } from '../../data/schema/tables/farm.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { facets } from '../../data/schema/serving/serving.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import { columnDefinitions, sqlFile, type Database } from '../database/database.ts'
import type { Intake } from '../intake/read_sources.ts'
import { pipelineVersion, vocabularyVersion } from '../version.ts'
import { valuesTable } from '../database/values_table.ts'

/**
 * Makes the tables `changes` and `public_changes`: what is other than in the previous snapshot. There
 * are none without one.
 */
export async function compareWithPrevious(
  database: Database,
  previous: Manifest | null,
  intakes: Intake[],
): Promise<void> {
  if (!previous)
    await database.run(`create table changes (${columnDefinitions(columnsOf(change))})`)
  else {
    await database.run(`create table field_values as ${fieldValues}`)
    await valuesTable(
      database,
      'facets',
      { field: 'VARCHAR' },
      facets.map((field) => ({ field })),
    )
    await database.run(sqlFile(import.meta.url, 'touched.sql'), {
      same_input: digests(previous.sources) === digests(intakes),
    })
    await database.run(sqlFile(import.meta.url, 'changes.sql'), {
      previous: previous.id,
      other_vocabulary: isOther(previous.vocabulary_version, vocabularyVersion),
      other_pipeline: isOther(previous.pipeline_version, pipelineVersion),
    })
  }
  const shown = publicChangeFields.map((field) => `'${field}'`).join(', ')
  await database.run(
    `create view public_changes as from changes where field is null or field in (${shown})`,
  )
}

const digests = (files: { sha256: string }[]) =>
  files
    .map(({ sha256 }) => sha256)
    .toSorted()
    .join()

/** What an older pipeline did not record is taken to be as it is. */
const isOther = (before: string | null, now: string) => before !== null && before !== now

const types = new Map(columnsOf(farm).map(({ name, type }) => [name, type]))
const compared = [...comparedFields, ...locationFields].map((name) => `"${name}"`).join(', ')
/** A farm that is the same in all fields has the same hash: only others are compared one by one. */
const fieldValues = `
  with other as (
    select id
    from (select id, hash(${compared}) as digest from farms) as now
    join (select id, hash(${compared}) as digest from farms_before) as before using (id)
    where now.digest <> before.digest
  ),
  now as materialized (from farms semi join other using (id)),
  before as materialized (from farms_before semi join other using (id))
  ${[...comparedFields.map(fieldPair), locationPair()].join('\nunion all\n')}`

function fieldPair(field: string): string {
  return `
    select id as farm_id, 'changed' as change, '${field}' as field,
      ${json('before', field)} as before, ${json('now', field)} as after
    from before join now using (id)
    where before."${field}" is distinct from now."${field}"`
}

/** A point that moved, not one that is told more precisely. */
function locationPair(): string {
  const point = (table: string) =>
    `case when ${table}.lat is not null then to_json({${locationFields
      .map((field) => `${field}: ${table}.${field}`)
      .join(', ')}})::varchar end`
  return `
    select
      id,
      case
        when before.location_precision = now.location_precision
          and miles(before.lat, before.lng, now.lat, now.lng) > 0.25
        then 'moved'
        else 'changed'
      end,
      'location', ${point('before')}, ${point('now')}
    from before join now using (id)
    where ${locationFields.map((field) => `before.${field} is distinct from now.${field}`).join(' or ')}`
}

function json(table: string, field: string): string {
  return types.get(field) === 'TIMESTAMPTZ'
    ? `to_json(strftime(${table}."${field}", '%Y-%m-%dT%H:%M:%SZ'))::varchar`
    : `to_json(${table}."${field}")::varchar`
}
