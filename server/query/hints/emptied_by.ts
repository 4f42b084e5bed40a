import { counted } from '../../../data/digit_grouping.ts'
import { groupOf, type DatedGroup } from '../../../data/schema/said_at.ts'
import { fields, fieldsWith } from '../../../data/schema/serving/fields.ts'
import { wholeOf } from '../../snapshot/said/snapshot_since.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { conditions, filtersOfOption, type FilterValues } from '../filters/conditions.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { filters, type FilterName } from '../filters/filters.ts'
import { knownHours } from '../open_hours/open_at.ts'
import { countFarms, type Scope, nearest_mi, type Near } from '../select.ts'
import type { Point } from '../../../data/geography/distance.ts'
import { mostRadius_mi } from '../../http/parameters/places.ts'
import { productOfWords } from './unknown_terms.ts'
import { isInNames } from '../../snapshot/columns/text_index.ts'
import type { Snapshot } from '../../snapshot/open.ts'

/**
 * Entries found without a condition of a list that has none. `known`, `recent`, `unknown`: for how many of
 * them its field is known, was said within three years, and is unknown; absent if that is not counted.
 */
export type Without = {
  parameter: string
  count: number
  known?: number | undefined
  recent?: number | undefined
  unknown?: number | undefined
}

/** `product`: whether the products came as the `product` of /v1/food. */
type Listed = { values: FilterValues; scope: Scope; product: boolean }
/** A condition: a filter, the place, or the minimum date of statements. */
type Given = FilterName | 'radius' | 'said_since'

/**
 * Counts the farms without each condition, for the conditions that exclude some. If no condition alone empties
 * the list, counts the farms without each two.
 */
export async function emptiedBy(
  listed: Listed,
  request: FilterRequest,
  recentSince: number,
): Promise<Without[]> {
  const given: Given[] = [
    ...(Object.keys(filters) as FilterName[]).filter((name) => listed.values[name] !== undefined),
    ...(listed.scope.near ? ['radius' as const] : []),
    ...(request.snapshot.saidSince ? ['said_since' as const] : []),
  ]
  return conditionsThatEmpty(given, (left) => countWithout(left, listed, request, recentSince))
}

/**
 * Finds the conditions without which a list has entries, each alone, or else each two. `countWithout`: counts
 * the entries without some conditions.
 */
export async function conditionsThatEmpty<Each extends string>(
  given: readonly Each[],
  countWithout: (left: Each[]) => Promise<Without>,
): Promise<Without[]> {
  const countWays = async (ways: Each[][]) =>
    (await Promise.all(ways.map(countWithout))).filter(({ count }) => count > 0)
  const alone = await countWays(given.map((each) => [each]))
  if (alone.length > 0) return alone
  return countWays(given.flatMap((one, at) => given.slice(at + 1).map((other) => [one, other])))
}

type Worded = { q?: unknown; products?: unknown }
/** All conditions of a list, all but its words, or the words alone. */
export type Way = 'all' | 'others' | 'words'

/**
 * Returns true if the words of `q` empty a list, and are probably not a name: farms meet the other conditions, or
 * no farm has the words. `egs` is probably a product, which the list suggests. `isFound`: whether a farm meets
 * some of the conditions.
 */
export const isEmptiedByWords = async (
  snapshot: Snapshot,
  worded: Worded,
  isFound: (way: Way) => Promise<boolean>,
): Promise<boolean> =>
  !isMisspelled(snapshot, worded) &&
  !(await isFound('all')) &&
  ((await isFound('others')) || !(await isFound('words')))

/** Returns true if `q` is a short word of no name and probably a product, misspelled: `egs`, `hebrs`. */
const isMisspelled = (snapshot: Snapshot, { q, products }: Worded): boolean =>
  products === undefined &&
  typeof q === 'string' &&
  /^\S{1,5}$/.test(q) &&
  !isInNames(snapshot.text, q) &&
  productOfWords(snapshot, q) !== null

async function countWithout(
  left: Given[],
  { values: given, scope: of, product }: Listed,
  asked: FilterRequest,
  recentSince: number,
): Promise<Without> {
  const names = left.filter((each) => each !== 'radius' && each !== 'said_since')
  const scope = left.includes('radius') ? {} : of
  const request = left.includes('said_since')
    ? { ...asked, snapshot: wholeOf(asked.snapshot) }
    : asked
  const others = conditions(names.reduce(withoutFilter, given), request)
  const count = await countFarms(request.snapshot, scope, others)
  const called = left.map((each) => (each === 'products' && product ? 'product' : each))
  const counted = { parameter: called.join(','), count }
  if (names.length === 0 || left.length > 1 || count === 0) return counted
  return {
    ...counted,
    ...(await knownOf(names[0]!, others, { scope, request, recentSince }, count)),
  }
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

async function knownOf(
  name: FilterName,
  others: Condition[],
  { scope, request, recentSince }: { scope: Scope; request: FilterRequest; recentSince: number },
  farms: number,
): Promise<Pick<Without, 'known' | 'recent' | 'unknown'>> {
  const group = groupOfFilter(name)
  if (group === undefined) return {}
  const { snapshot } = request
  const ofKnown = [...others, knownCondition(name, request)]
  const isRecent = {
    key: `${group} said since ${recentSince}`,
    rows: () => snapshot.saidDays.rowsSince(group, recentSince),
  }
  const known = await countFarms(snapshot, scope, ofKnown)
  const recent = await countFarms(snapshot, scope, [...ofKnown, isRecent])
  return { known, recent, unknown: farms - known }
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

/** The same in a sentence. `entry`: what the list has. */
export function withoutHint(
  { parameter, count, known, recent, unknown }: Without,
  entry = 'farm',
): string {
  const found = `without ${parameter.replace(',', ' and ')}, ${counted(count, entry)} ${count === 1 ? 'matches' : 'match'}`
  if (known === undefined) return found
  const ofRecent = recent === undefined ? '' : `, said within three years for ${recent},`
  return `${found}: the field is known for ${known}${ofRecent} and unknown for ${unknown}`
}

/**
 * Explains in a sentence why no farm in a circle matches: its coordinates are swapped, or lack their sign.
 * Otherwise states the distance to the nearest match. The distance is in whole miles that work as a radius,
 * if the largest radius reaches the farm. Returns nothing if no farm matches anywhere.
 */
export async function placeHint(
  snapshot: Snapshot,
  near: Near,
  conditions: Condition[],
): Promise<string[]> {
  const { lat, lng, radius_mi } = near
  const hasFarms = (point: Point, within_mi = radius_mi) =>
    Math.abs(point.lat) <= 90 &&
    snapshot.tree.nearest(point, within_mi, { limit: 1 }).rows.length > 0
  if (!hasFarms(near)) {
    if (hasFarms({ lat: lng, lng: lat }))
      return [`lat and lng look swapped: farms are around lat=${lng} and lng=${lat}`]
    if (lng > 0 && hasFarms({ lat, lng: -lng }))
      return [`lng seems to lack its minus sign: farms are around lng=${-lng}`]
  }
  const away_mi = await nearest_mi(snapshot, near, conditions)
  if (away_mi === undefined) return []
  if (!hasFarms(near, mostRadius_mi))
    return [`the directory has no farm within ${mostRadius_mi} miles of this place`]
  if (away_mi > mostRadius_mi)
    return [`no farm that matches is within ${mostRadius_mi} miles, the largest radius`]
  return [
    `no farm that matches is within ${counted(radius_mi, 'mile')}: the nearest is ${counted(Math.ceil(away_mi), 'mile')} away`,
  ]
}
