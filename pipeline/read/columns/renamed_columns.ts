import { fieldOfColumn } from '../../../data/schema/input/column_names.ts'
import { expectedColumns, useOfColumn } from '../../../data/source_columns.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { listed, SourceError } from '../source_error.ts'
import { columnKey, columnsIn } from './column_key.ts'

/** A type of file, and its required columns, each with its alternative names. */
export type Needed = { kind: string; needed: readonly (readonly string[])[] }

/** A missing column, and the new column that probably replaces it. */
type Renamed = { from: string; to: string }

/**
 * The column with a similar spelling, the same meaning, or a name that contains the other or is part of it.
 */
export function nearestColumn(column: string, names: readonly string[]): string | null {
  const key = columnKey(column)
  const byKey = new Map(names.map((name) => [columnKey(name), name]))
  const nearest = nearestOf(key, byKey.keys())
  if (nearest !== null) return byKey.get(nearest)!
  const field = fieldOfColumn(column)
  const holds = (one: string, other: string) => other.length >= 4 && one.includes(other)
  const isAlike = (name: string) => holds(key, columnKey(name)) || holds(columnKey(name), key)
  const ofField = field === null ? undefined : names.find((name) => fieldOfColumn(name) === field)
  return ofField ?? names.find(isAlike) ?? null
}

/** Pairs each missing column with the nearest new one; if one of each remains, pairs these two. */
function renamedColumns(gone: readonly string[], fresh: readonly string[]): Renamed[] {
  const free = new Set(fresh)
  const pair = (from: string, to: string | null | undefined): Renamed[] => {
    if (typeof to !== 'string') return []
    free.delete(to)
    return [{ from, to }]
  }
  const near = gone.flatMap((from) => pair(from, nearestColumn(from, [...free])))
  const rest = gone.filter((name) => !near.some(({ from }) => from === name))
  return rest.length === 1 && free.size === 1 ? [...near, ...pair(rest[0]!, [...free][0])] : near
}

/**
 * True if a line names two columns of the file type: then it is neither a title nor a row without a header.
 */
export const isHeader = (fields: readonly string[], fileKind: Needed): boolean =>
  new Set(fields.filter((name) => isKnown(name, fileKind)).map(columnKey)).size >= 2

/**
 * Throws a SourceError if required columns are missing from a header and new columns probably replace them.
 * `judged`: new columns that the sources file marks as unrelated.
 */
export function checkRenamed(
  path: string,
  fileKind: Needed,
  header: readonly string[],
  judged: (name: string) => boolean,
): void {
  const has = columnsIn(header)
  const isGone = (names: readonly string[]) => !names.some(has)
  const first = ([name]: readonly string[]) => name!
  const lacking = fileKind.needed.filter(isGone).map(first)
  const all = [...lacking, ...expectedColumns(fileKind.kind).filter(isGone).map(first)]
  const gone = new Map(all.map((name) => [columnKey(name), name]))
  const isNew = (name: string) => name !== '' && !isKnown(name, fileKind) && !judged(name)
  const renamed = renamedColumns(
    [...gone.values()],
    header.map((name) => name.trim()).filter(isNew),
  )
  // Without a column that every file of the type has, the file is probably of another type.
  if (!lacking.every((name) => renamed.some(({ from }) => from === name))) return
  if (renamed.length > 0) throw new SourceError(explained(path, renamed))
}

const isKnown = (name: string, { kind, needed }: Needed) =>
  columnKey(name) !== '' &&
  (useOfColumn(kind, name) !== undefined ||
    needed.some((names) => names.some((each) => columnKey(each) === columnKey(name))))

function explained(path: string, renamed: Renamed[]): string {
  const faults = renamed.map(
    ({ from, to }) => `\`${from}\` is gone, \`${to}\` is probably \`${from}\` renamed`,
  )
  const remedy = JSON.stringify(Object.fromEntries(renamed.map(({ from, to }) => [to, from])))
  return (
    `${path}: the columns have changed:${listed(faults)}\n` +
    `if so, add "columns": ${remedy} to the file's entry in the sources file (--config FILE); ` +
    'if a column is only new, write null in place of the name'
  )
}
