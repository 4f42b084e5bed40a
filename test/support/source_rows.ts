import type { Mapping } from '../../data/schema/input/mapping.ts'
import type { Adapter, SourceRow } from '../../pipeline/read/adapter.ts'
import { readText, unpacked } from '../../pipeline/read/formats/file.ts'
import { SourceBytes } from '../../pipeline/read/formats/source_bytes.ts'
import type { SeenColumns } from '../../pipeline/read/seen_columns.ts'

/** All rows of a file, as an adapter reads it. */
export async function sourceRows(
  adapter: Adapter,
  path: string,
  mapping?: Mapping,
  columns?: SeenColumns,
): Promise<SourceRow[]> {
  await using file = await SourceBytes.open(path)
  return await Array.fromAsync(adapter.read(file, mapping, columns), (row) =>
    'text' in row ? adapter.readText!(row) : row,
  )
}

/** The text of a file, in the blocks in which it is read. */
export async function* sourceText(path: string): AsyncGenerator<Buffer> {
  await using file = await SourceBytes.open(path)
  yield* readText(unpacked(file), path)
}
