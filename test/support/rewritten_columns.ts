import { zstdDecompressSync } from 'node:zlib'
import {
  aligned,
  directoryPosition,
  header,
  headerBytes,
  type ColumnDirectory,
} from '../../data/schema/serving/container.ts'

/**
 * A file of columns, each as `change` makes it of its bytes, not compressed; null = without the column.
 * `change` may also change its entry in the directory.
 */
export function rewrittenColumns(
  file: Buffer,
  change: (column: ColumnDirectory[number], bytes: Buffer) => Buffer | null,
): Buffer {
  const listed: ColumnDirectory = JSON.parse(
    file.toString('utf8', directoryPosition(file.subarray(0, headerBytes))),
  )
  const kept: ColumnDirectory = []
  const parts: Buffer[] = []
  let at = headerBytes
  let end = headerBytes
  for (const { packed, ...column } of listed) {
    const stored = file.subarray(at, at + (packed ?? column.bytes))
    at = aligned(at + stored.length)
    const content = change(column, packed === undefined ? stored : zstdDecompressSync(stored))
    if (!content) continue
    kept.push({ ...column, bytes: content.length })
    parts.push(content, Buffer.alloc(aligned(content.length) - content.length))
    end += aligned(content.length)
  }
  return Buffer.concat([header(end), ...parts, Buffer.from(JSON.stringify(kept))])
}
