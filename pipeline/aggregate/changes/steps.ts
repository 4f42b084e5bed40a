import {
  change,
  comparedFields,
  locationField,
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

/** A row for each field of which the values differ. One list of a farm's differences: a join for each field takes longer to plan. */
function fieldValues(): string {
  const differences = [...comparedFields.map(differenceIn), differenceInPlace]
  return `
    select now.id as farm_id, unnest(list_filter(
      [${differences.join(', ')}],
      lambda each: each is not null
    ), recursive := true)
    from published.farms as now
    join before.farms as before using (id)
    where id in (select farm_id from changes.farms)`
}

const differenceIn = (field: string) => `
  case when before."${field}" is distinct from now."${field}" then {
    change: 'changed', field: '${field}', before: ${json('before', field)}, after: ${json('now', field)}
  } end`

const pointIn = (table: string) =>
  `case when ${table}.lat is not null then to_json({${locationFields
    .map((field) => `${field}: ${table}.${field}`)
    .join(', ')}})::varchar end`

/** A moved point; a more precise point is not a move. */
const differenceInPlace = `
  case when ${locationFields.map((field) => `before.${field} is distinct from now.${field}`).join(' or ')} then {
    change: case
      when before.location_precision = now.location_precision
        and distance_mi(before.lat, before.lng, now.lat, now.lng) > 0.25
      then 'moved'
      else 'changed'
    end,
    field: '${locationField}', before: ${pointIn('before')}, after: ${pointIn('now')}
  } end`

function json(table: string, field: string): string {
  return types.get(field) === 'TIMESTAMPTZ'
    ? `to_json(strftime(${table}."${field}", '%Y-%m-%dT%H:%M:%SZ'))::varchar`
    : `to_json(${table}."${field}")::varchar`
}
