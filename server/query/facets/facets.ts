import { setImmediate } from 'node:timers/promises'
import { specOf, type CodedField, type FacetField } from '../../../data/schema/serving/fields.ts'
import { conditions, type FilterValues } from '../filters/conditions.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { matching, type Scope, rangesOf } from '../select.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { codesByCount, type CodeLists, type CodeRange } from '../../snapshot/columns/code_lists.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import { chunkRows } from '../../snapshot/sets/chunk.ts'
import { filterOf } from './fields.ts'
import type { CodeSets } from '../../snapshot/sets/code_sets.ts'

export type FacetValue = { value: string; count: number }

/** Maximum number of values listed for a field. */
const mostValues = 20

/**
 * Finds the most frequent values of some fields, ties by value, among the farms in scope that meet the
 * filters. Each field is counted without its own filter. Farms whose value is unknown are not counted.
 */
export async function facetsOf(
  names: FacetField[],
  { values, ...scope }: Scope & { values: FilterValues },
  request: FilterRequest,
): Promise<Partial<Record<FacetField, FacetValue[]>>> {
  const found: Partial<Record<FacetField, FacetValue[]>> = {}
  for (const name of names) found[name] = [] // in the order asked
  // Fields whose filter the request lacks are counted in one pass.
  const given = (name: FacetField) => (values[filterOf(name)] === undefined ? null : filterOf(name))
  for (const [filter, alike] of Map.groupBy(names, given)) {
    const others = conditions(
      filter === null ? values : { ...values, [filter]: undefined },
      request,
    )
    const counted = await countAlike(request.snapshot, alike, others, scope)
    for (const [index, name] of alike.entries()) found[name] = counted[index]!
  }
  return found
}

/** Unless the scope is a place, counts are kept in the same way as the sets of filters. */
async function countAlike(
  snapshot: Snapshot,
  names: FacetField[],
  filters: Condition[],
  scope: Scope,
): Promise<FacetValue[][]> {
  if (scope.near || scope.rows) return count(snapshot, names, filters, scope)
  const { facetCounts, hidden } = snapshot
  const key = [...filters.map((each) => each.key).sort(), hidden.key].join('\n')
  const missing = names.filter((name) => !facetCounts.has(`${name}\n${key}`))
  const counted = missing.length > 0 ? await count(snapshot, missing, filters, scope) : []
  const fresh = new Map(missing.map((name, index) => [name, counted[index]!]))
  for (const [name, values] of fresh) facetCounts.set(`${name}\n${key}`, values)
  return names.map((name) => fresh.get(name) ?? facetCounts.get(`${name}\n${key}`)!)
}

async function count(
  snapshot: Snapshot,
  names: FacetField[],
  filters: Condition[],
  scope: Scope,
): Promise<FacetValue[][]> {
  const set = await matching(snapshot, filters)
  if (!scope.near && !scope.rows && isDense(set)) return ofDense(snapshot, names, set)
  const fields = codesOf(snapshot, names)
  const counts = await countCodes(snapshot, new Set(fields.map(({ lists }) => lists)), set, scope)
  return fields.map(({ first, names: values, lists }) => {
    const ofCode = counts.get(lists)!
    return codesByCount({ first, names: values }, ofCode)
      .slice(0, mostValues)
      .map((code) => ({ value: values[code - first]!, count: ofCode[code]! }))
  })
}

/** Below this share, adding up the codes of rows is faster than counting value by value. */
const fewRows = 1 / 32

/**
 * Returns true if a set covers at least half of all chunks, and holds many of their rows. Then its most
 * frequent values are those most frequent overall, and the search ends early.
 */
function isDense(set: Bitmap | null): boolean {
  if (!set) return true
  const filled = set.filledChunks().length
  return 2 * filled * chunkRows >= set.length && set.count() > fewRows * filled * chunkRows
}

/** Counts value by value, the most frequent overall first. The event loop gets a turn after each field. */
async function ofDense(
  snapshot: Snapshot,
  names: FacetField[],
  set: Bitmap | null,
): Promise<FacetValue[][]> {
  const found: FacetValue[][] = []
  for (const field of codesOf(snapshot, names)) {
    const top = topCodes(field.sets, field, set, mostValues)
    found.push(top.map(({ code, count }) => ({ value: field.names[code - field.first]!, count })))
    await setImmediate()
  }
  return found
}

const codesOf = ({ fieldCodes }: Snapshot, names: FacetField[]) =>
  names.map((name) => fieldCodes.of((specOf(name).counted ?? name) as CodedField))

type Counts = Map<CodeLists, Uint32Array>
type Range = [first: number, end: number]

/** One or two milliseconds of work, after which the event loop gets a turn. */
const rowsPerTurn = 20_000

/** Counts the farms in scope, and in the set, that have each code; `set` null = every farm. */
async function countCodes(
  snapshot: Snapshot,
  lists: ReadonlySet<CodeLists>,
  set: Bitmap | null,
  scope: Scope,
): Promise<Counts> {
  const counted: Counts = new Map()
  for (const codes of lists) counted.set(codes, new Uint32Array(codes.codes))
  let rows = 0
  for (const [first, end] of rangesOf(snapshot, scope))
    for (let from = first; from < end; from += rowsPerTurn) {
      const until = Math.min(from + rowsPerTurn, end)
      for (const [codes, counts] of counted) countSlice(codes, counts, [from, until], set)
      rows += until - from
      if (rows < rowsPerTurn) continue
      rows = 0
      await setImmediate()
    }
  return counted
}

function countSlice(
  codes: CodeLists,
  counts: Uint32Array,
  [from, until]: Range,
  set: Bitmap | null,
): void {
  if (!set) return codes.countRows(counts, from, until)
  set.forEach((row) => codes.countRows(counts, row, row + 1), from, until)
}

export type CodeCount = { code: number; count: number }

/**
 * Finds the codes of a range that most rows of a set have: at most `most`, none without rows, ties by code.
 * `set` null = every row. Codes are tried by their total number of rows. The search ends at the first code
 * whose total is too low.
 */
export function topCodes(
  sets: CodeSets,
  range: CodeRange,
  set: Bitmap | null,
  most: number,
): CodeCount[] {
  const top: CodeCount[] = []
  const filled = set?.filledChunks() ?? []
  for (const code of sets.byTotal(range)) {
    const least = top.length === most ? top[most - 1]!.count : 1
    if (sets.total(code) < least) break
    if (!set) insert(top, { code, count: sets.total(code) }, most)
    else if (sets.atMost(code, filled) >= least)
      insert(top, { code, count: sets.count(code, set, filled) }, most)
  }
  return top
}

function insert(top: CodeCount[], found: CodeCount, most: number): void {
  if (found.count === 0) return
  const isBefore = ({ code, count }: CodeCount) =>
    found.count > count || (found.count === count && found.code < code)
  const place = top.findIndex(isBefore)
  top.splice(place === -1 ? top.length : place, 0, found)
  if (top.length > most) top.pop()
}
