import { fieldOfColumn } from '../../../data/column_names.ts'
import { expectedColumns, useOfColumn } from '../../../data/source_columns.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { SourceError } from '../source_error.ts'
import { columnKey } from './column_key.ts'

/** A kind of file, and the columns that every one has, each by any one of its names. */
export type Needed = { kind: string; needed: readonly (readonly string[])[] }

/** A column that is gone, and the new one that is probably it. */
type Renamed = { from: string; to: string }

/** The column whose name is near in spelling, or means the same, or holds the other's or is held by it. */
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

/** Each column that is gone with the new one that is nearest; of what is left, the only two. */
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

/** Whether a line names two columns of a kind of file: then it is no title, nor a row that fits a layout. */
export const isHeader = (fields: readonly string[], fileKind: Needed): boolean =>
  new Set(fields.filter((name) => isKnown(name, fileKind)).map(columnKey)).size >= 2

/**
 * Throws a SourceError where columns of a kind of file are gone from a header and new ones are probably
 * these. `judged`: new columns of which the sources file says that they are no others.
 */
export function checkRenamed(
  path: string,
  fileKind: Needed,
  header: readonly string[],
  judged: (name: string) => boolean,
): void {
  const keys = new Set(header.map(columnKey))
  const isGone = (names: readonly string[]) => !names.some((name) => keys.has(columnKey(name)))
  const first = ([name]: readonly string[]) => name!
  const lacking = fileKind.needed.filter(isGone).map(first)
  const all = [...lacking, ...expectedColumns(fileKind.kind).filter(isGone).map(first)]
  const gone = new Map(all.map((name) => [columnKey(name), name]))
  const isNew = (name: string) => name !== '' && !isKnown(name, fileKind) && !judged(name)
  const renamed = renamedColumns(
    [...gone.values()],
    header.map((name) => name.trim()).filter(isNew),
  )
  // Without a column that every file of the kind has, it is rather of another kind.
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
  const list = faults.length === 1 ? ` ${faults[0]}` : faults.map((each) => `\n  ${each}`).join('')
  const remedy = JSON.stringify(Object.fromEntries(renamed.map(({ from, to }) => [to, from])))
  return (
    `${path}: the columns have changed:${list}\n` +
    `if so, add "columns": ${remedy} to the file's entry in the sources file (--config FILE); ` +
    'if a column is only new, write null in place of the name'
  )
}
