import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cardFiles, offsetsFile, type Card } from '../../data/schema/serving/serving.ts'

/** Reads the cards of a snapshot, one object a farm, cut at its offsets file. */
export async function readCards(
  folder: string,
  card: Card,
): Promise<{ rows: Record<string, unknown>[]; lines: string[] }> {
  const bytes = await readFile(join(folder, cardFiles[card]))
  const offsets = await readArray(folder, offsetsFile(card), Float64Array)
  const lines = Array.from(offsets.subarray(1), (end, row) =>
    bytes.toString('utf8', offsets[row], end),
  )
  return { lines, rows: lines.map((line) => JSON.parse(line)) }
}

type ArrayKind<Numbers> = {
  new (buffer: ArrayBuffer): Numbers
  BYTES_PER_ELEMENT: number
}

/** Reads a raw array of a snapshot as numbers of one type. */
export async function readArray<Numbers>(
  folder: string,
  path: string,
  kind: ArrayKind<Numbers>,
): Promise<Numbers> {
  const bytes = await readFile(join(folder, path))
  const copy = new Uint8Array(bytes)
  return new kind(copy.buffer)
}
