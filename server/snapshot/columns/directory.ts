import type { Column, NumberColumn } from '../../../data/schema/serving/column_types.ts'
import { columns } from '../../../data/schema/serving/columns.ts'
import {
  aligned,
  arrays,
  directory,
  headerBytes,
  type Directory,
} from '../../../data/schema/serving/container.ts'

/** A part of a file. */
export type Span = { offset: number; bytes: number }

/**
 * Finds every column of the schema in the directory of a file, by `group.name`, and how many there
 * are of what columns are of. `position` is where the directory begins.
 *
 * Throws, naming the column, where one is missing, of another type, or of another length than those
 * before it and the number of rows imply.
 */
export function findColumns(
  position: number,
  document: unknown,
  rows: number,
): { spans: Map<string, Span>; counts: Map<string, number> } {
  const listed = directory.parse(document)
  const spans = spansOf(listed, position)
  const types = new Map(listed.map(({ name, type }) => [name, type]))
  const counts = new Map([['rows', rows]])
  for (const [name, column] of schemaColumns()) {
    const type = types.get(name)
    if (type === undefined) throw new Error(`it has no column ${name}`)
    if (type !== column.type) throw new Error(`column ${name} is ${type}, expected ${column.type}`)
    if (column.type !== 'json') noteCount(name, column, spans.get(name)!.bytes, counts)
  }
  return { spans, counts }
}

function spansOf(listed: Directory, position: number): Map<string, Span> {
  const spans = new Map<string, Span>()
  let end = headerBytes
  for (const { name, bytes } of listed) {
    spans.set(name, { offset: end, bytes })
    end = aligned(end + bytes)
  }
  if (end !== position)
    throw new Error(`its columns end at ${end}, and its directory begins at ${position}`)
  return spans
}

function* schemaColumns(): Iterable<[name: string, Column]> {
  for (const [group, ofGroup] of Object.entries(columns))
    for (const [name, column] of Object.entries<Column>(ofGroup)) yield [`${group}.${name}`, column]
}

/** The first column that is of something says how many there are of it. */
function noteCount(
  name: string,
  { type, of, each, more }: NumberColumn,
  bytes: number,
  counts: Map<string, number>,
): void {
  const length = bytes / arrays[type].BYTES_PER_ELEMENT
  const count = counts.get(of) ?? Math.floor((length - more) / each)
  if (length !== count * each + more)
    throw new Error(
      `column ${name} has ${bytes} bytes, expected ${(count * each + more) * arrays[type].BYTES_PER_ELEMENT} for ${count} ${of}`,
    )
  counts.set(of, count)
}
