import type { Random } from '../../data/sample/random.ts'
import { readColumns } from '../support/serving_files.ts'

/** Draws ids of farms of a snapshot, every farm being as likely as another. */
export async function randomFarmIds(
  folder: string,
  count: number,
  random: Random,
): Promise<string[]> {
  const bytes = Buffer.from((await readColumns(folder, 'farms')).id)
  const lastRow = bytes.length / 16 - 1
  return Array.from({ length: count }, () => uuidAt(bytes, random.integer(0, lastRow)))
}

function uuidAt(bytes: Buffer, row: number): string {
  const hex = bytes.toString('hex', row * 16, row * 16 + 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
