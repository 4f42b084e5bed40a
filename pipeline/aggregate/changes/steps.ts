import {
  change,
  comparedFields,
  locationFields,
  publicChange,
  publicChangeFields,
} from '../../../data/schema/tables/change.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { termFields } from '../../../data/schema/serving/fields.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { empty, statement, stepsOf, view, type Step } from '../../database/step.ts'
import type { Intake } from '../../intake/intake.ts'
import { pipelineVersion, vocabularyVersion } from '../../version.ts'
import { listingValues } from './listings.ts'
import { changeLog, emptyLog } from './log.ts'

const step = stepsOf(import.meta.url)

/**
 * Makes `published.changes` and `published.public_changes`: changes since the previous snapshot. Empty
 * without one. And the log of changes: see log.ts.
 */
export const changeSteps = (
  previous: Manifest | null,
  intakes: Intake[],
  oldestLogged: string,
): Step[] => [
  ...(previous
    ? [...comparisonSteps(previous, intakes), changeLog(previous.id, oldestLogged)]
    : [noChanges, emptyLog]),
  view(
    'published.public_changes',
    `select ${columnsOf(publicChange)
      .map(({ name }) => name)
      .join(', ')}
    from published.changes
    where field is null or field in (${publicChangeFields.map((field) => `'${field}'`).join(', ')})`,
  ),
]

const noChanges = empty('published.changes', columnsOf(change))

const comparisonSteps = (previous: Manifest, intakes: Intake[]): Step[] => [
  step('changes.farms'),
  statement('changes.field_values', fieldValues()),
  statement('changes.listing_values', listingValues),
  step('changes.touched', {
    params: { same_input: digests(previous.sources) === digests(intakes) },
  }),
  step('published.changes', {
    params: {
      previous: previous.id,
      other_vocabulary: isOther(previous.vocabulary_version, vocabularyVersion),
      other_pipeline: isOther(previous.pipeline_version, pipelineVersion),
      read_by_vocabulary: [
        ...termFields.flatMap((field) => [field, `${field}_other`]),
        'product',
        'unit',
      ],
    },
  }),
]

const digests = (files: { sha256: string }[]) =>
  files
    .map(({ sha256 }) => sha256)
    .toSorted()
    .join()

/** A version that an older pipeline did not record counts as unchanged. */
const isOther = (before: string | null, now: string) => before !== null && before !== now

const types = new Map(columnsOf(farm).map(({ name, type }) => [name, type]))

function fieldValues(): string {
  return `
  with now as materialized (
    from published.farms where id in (select farm_id from changes.farms)
  ),
  before as materialized (from before.farms where id in (select farm_id from changes.farms))
  ${[...comparedFields.map(fieldPair), locationPair()].join('\nunion all\n')}`
}

function fieldPair(field: string): string {
  return `
    select id as farm_id, 'changed' as change, '${field}' as field,
      ${json('before', field)} as before, ${json('now', field)} as after
    from before join now using (id)
    where before."${field}" is distinct from now."${field}"`
}

/** A moved point; a more precise point is not a move. */
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
          and distance_mi(before.lat, before.lng, now.lat, now.lng) > 0.25
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
