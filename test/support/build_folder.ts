import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { layout } from '../../data/schema/layout.ts'

/** What a build folder holds besides its lock, which stays there for ever. */
export async function entriesOf(root: string): Promise<string[]> {
  const names = await readdir(root)
  return names.filter((name) => name !== basename(layout(root).lock)).toSorted()
}

/** The id of the live snapshot. */
export async function currentOf(root: string): Promise<string> {
  return (await readFile(layout(root).current, 'utf8')).trim()
}
