import { cp, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeManifestText } from '../../data/disk/manifest_file.ts'
import { layout } from '../../data/schema/layout.ts'

/** Publishes the same snapshot again under an id that ends otherwise, as far as a server can tell. */
export async function publishAgain(root: string, id: string, suffix: string): Promise<string> {
  const places = layout(root)
  const next = id.replace(/.{8}$/, suffix)
  await cp(places.snapshot(id), places.snapshot(next), { recursive: true })
  const path = join(places.snapshot(next), 'manifest.json')
  await writeManifestText(places.snapshot(next), (await readFile(path, 'utf8')).replace(id, next))
  // In one step: a server that looks meanwhile finds one of the two.
  await writeFile(`${places.current}.new`, `${next}\n`)
  await rename(`${places.current}.new`, places.current)
  return next
}
