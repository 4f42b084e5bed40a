import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Of } from '../file_digest.ts'
import { writeDurably } from './durable_files.ts'

/** The files of a snapshot's folder that its manifest does not list. */
export const manifestFiles = { manifest: 'manifest.json', digest: 'manifest.sha256' } as const

/** Writes the manifest of a snapshot, after its digest in the format of sha256sum. */
export async function writeManifestText(folder: string, text: string): Promise<void> {
  const { manifest, digest } = manifestFiles
  await writeDurably(join(folder, digest), `${sha256Of(text)}  ${manifest}\n`)
  await writeDurably(join(folder, manifest), text)
}

/**
 * Reads the manifest of a snapshot. Throws if it is missing, or differs from its digest. Older snapshots
 * have no digest.
 */
export async function readManifestText(folder: string): Promise<string> {
  const { manifest, digest } = manifestFiles
  const bytes = await readFile(join(folder, manifest))
  const beside = join(folder, digest)
  if (existsSync(beside) && (await readFile(beside, 'utf8')).slice(0, 64) !== sha256Of(bytes))
    throw new Error(`${manifest} differs from ${digest}: one of the two is damaged`)
  return bytes.toString()
}
