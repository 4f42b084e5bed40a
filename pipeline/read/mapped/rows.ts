import type { Mapping } from '../../../data/schema/input/mapping.ts'
import type { SourceRow } from '../adapter.ts'
import { columnKey } from '../columns/column_key.ts'
import type { SourceBytes } from '../formats/source_bytes.ts'
import { mapRows, type FileKind } from '../rows.ts'
import { SeenColumns } from '../seen_columns.ts'
import { checkColumns, namedColumns } from './columns.ts'
import { mappedRow } from './farm.ts'
import { withSameListing } from './same_listing.ts'

/**
 * The rows of a file by its mapping. A table is recognized by the columns of the name. Throws a SourceError
 * that lists columns of the mapping missing from the file: for a table at once, for JSON at the end, since
 * objects may leave columns out.
 */
export const mappedRows = (...given: Parameters<typeof readRows>) =>
  withSameListing(readRows(...given))

async function* readRows(
  file: SourceBytes,
  kind: string,
  mapping: Mapping,
  columns = new SeenColumns(),
): AsyncGenerator<SourceRow> {
  const check = () => checkColumns(file.path, mapping, columns.names)
  let isChecked = false
  const rows = mapRows(file, fileKindOf(kind, mapping), columns, (row) => mappedRow(row, mapping))
  for await (const row of rows) {
    if (columns.isWhole && !isChecked) check()
    isChecked = columns.isWhole
    yield row
  }
  check()
}

function fileKindOf(kind: string, mapping: Mapping): FileKind {
  const { columns, joiner } = mapping.name!
  return {
    kind,
    needed: joiner === null ? [columns] : columns.map((column) => [column]),
    lacks: (path, seen) => checkColumns(path, mapping, likeliestHeader(mapping, seen)),
  }
}

/** The line with the most columns of the mapping, or else with the most texts. */
function likeliestHeader(
  mapping: Mapping,
  seen: readonly (readonly string[])[],
): readonly string[] {
  const keys = new Set(namedColumns(mapping).flatMap(({ columns }) => columns.map(columnKey)))
  const score = (names: readonly string[]) =>
    1000 * names.filter((name) => keys.has(columnKey(name))).length +
    names.filter((name) => name.trim() !== '').length
  return (
    seen
      .toSorted((a, b) => score(b) - score(a))[0]
      ?.map((name) => name.trim())
      .filter(Boolean) ?? []
  )
}
