import { counted } from '../../../data/digit_grouping.ts'
import { groupOf, type DatedGroup } from '../../../data/schema/said_at.ts'
import { fields, fieldsWith } from '../../../data/schema/serving/fields.ts'
import { after, all, type Eventual } from '../../eventual.ts'
import { wholeOf } from '../../snapshot/said/snapshot_since.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { conditions, filtersOfOption, type FilterValues } from '../filters/conditions.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { filters, type FilterName } from '../filters/filters.ts'
import { knownHours } from '../open_hours/open_at.ts'
import { countFarms, type Scope } from '../select.ts'

/**
 * Farms found without a condition of a list that has none. `known`, `recent`, `unknown`: for how many of
 * them its field is known, was said within three years, and is unknown; absent if it has no date.
 */
export type Without = {
  parameter: string
  count: number
  known?: number
  recent?: number
  unknown?: number
}

type Listed = { values: FilterValues; scope: Scope }
/** A condition: a filter, the place, or the minimum date of statements. */
type Given = FilterName | 'radius' | 'said_since'

/**
 * Counts the farms without each condition, for the conditions that exclude some. If no condition alone empties
 * the list, counts the farms without each two.
 */
export function emptiedBy(
  listed: Listed,
  request: FilterRequest,
  recentSince: number,
): Eventual<Without[]> {
  const given: Given[] = [
    ...(Object.keys(filters) as FilterName[]).filter((name) => listed.values[name] !== undefined),
    ...(listed.scope.near ? ['radius' as const] : []),
    ...(request.snapshot.saidSince ? ['said_since' as const] : []),
  ]
  const pairs = given.flatMap((one, at) => given.slice(at + 1).map((other) => [one, other]))
  const counted = (ways: Given[][]) =>
    after(
      all(ways.map((each) => countWithout(each, listed, request, recentSince))),
      (found: Without[]) => found.filter(({ count }) => count > 0),
    )
  const singles = given.map((each) => [each])
  return after(counted(singles), (found) => (found.length > 0 ? found : counted(pairs)))
}

function countWithout(
  left: Given[],
  { values: given, scope: of }: Listed,
  asked: FilterRequest,
  recentSince: number,
): Eventual<Without> {
  const names = left.filter((each) => each !== 'radius' && each !== 'said_since')
  const scope = left.includes('radius') ? {} : of
  const request = left.includes('said_since')
    ? { ...asked, snapshot: wholeOf(asked.snapshot) }
    : asked
  const others = conditions(names.reduce(withoutFilter, given), request)
  return after(countFarms(request.snapshot, scope, others), (farms): Eventual<Without> => {
    const counted = { parameter: left.join(','), count: farms }
    if (names.length === 0 || left.length > 1) return counted
    const known = knownOf(names[0]!, others, { scope, request, recentSince }, farms)
    return after(known, (ofField) => ({ ...counted, ...ofField }))
  })
}

/** The values without a filter, and without the options that need it. */
function withoutFilter(values: FilterValues, name: FilterName): FilterValues {
  const idle = Object.entries(filtersOfOption).filter(([, needed]) =>
    needed.every((each) => each === name || values[each] === undefined),
  )
  return {
    ...values,
    [name]: undefined,
    ...Object.fromEntries(idle.map(([each]) => [each, undefined])),
  }
}

type Counted = { scope: Scope; request: FilterRequest; recentSince: number }
type Known = Pick<Without, 'known' | 'recent' | 'unknown'>

function knownOf(
  name: FilterName,
  others: Condition[],
  { scope, request, recentSince }: Counted,
  farms: number,
): Eventual<Known> {
  const group = groupOfFilter(name)
  if (group === undefined || farms === 0) return {}
  const { snapshot } = request
  const isKnown = knownCondition(name, request)
  const isRecent = {
    key: `${group} said since ${recentSince}`,
    rows: () => snapshot.saidDays.rowsSince(group, recentSince),
  }
  return after(countFarms(snapshot, scope, [...others, isKnown]), (known) =>
    after(countFarms(snapshot, scope, [...others, isKnown, isRecent]), (recent) => ({
      known,
      recent,
      unknown: farms - known,
    })),
  )
}

const ofHours = new Set<FilterName>(['open_at', 'open_on'])

function groupOfFilter(name: FilterName): DatedGroup | undefined {
  if (ofHours.has(name)) return 'hours'
  const field = fieldsWith({ kind: 'many' }).find((each) => fields[each].filter === name)
  return field && groupOf(field)
}

/** The field of a filter is known: the farm has any values, or recorded hours. */
function knownCondition(name: FilterName, { snapshot }: FilterRequest): Condition {
  if (ofHours.has(name)) return knownHours(snapshot.schedules)
  const field = fieldsWith({ kind: 'many' }).find((each) => fields[each].filter === name)!
  const { fieldCodes } = snapshot
  const isListed = fieldCodes.of('known').names.includes(field)
  const rows = () =>
    isListed ? fieldCodes.any('known', [field]) : fieldCodes.any(field, fieldCodes.of(field).names)
  return { key: `${field} known`, rows }
}

/** The same in a sentence. */
export function withoutHint({ parameter, count: farms, known, recent, unknown }: Without): string {
  const found = `without ${parameter.replace(',', ' and ')}, ${counted(farms, 'farm')} ${farms === 1 ? 'matches' : 'match'}`
  if (known === undefined) return found
  return `${found}: the field is known for ${known}, said within three years for ${recent}, and unknown for ${unknown}`
}
