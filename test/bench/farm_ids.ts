import { readColumns } from '../support/serving_files.ts'

/** Reads the ids of the farms of a snapshot: how many there are, and the one of a row. */
export async function farmIds(folder: string) {
  const bytes = Buffer.from((await readColumns(folder, 'farms')).id)
  return { count: bytes.length / 16, at: (row: number) => uuidAt(bytes, row) }
}

function uuidAt(bytes: Buffer, row: number): string {
  const hex = bytes.toString('hex', row * 16, row * 16 + 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
