import { join } from 'node:path'
import { z } from 'zod'
import { sha256Of } from '../file_digest.ts'
import { groupDigits } from '../digit_grouping.ts'
import { writeManifestText } from '../disk/manifest_file.ts'
import {
  bytesOf,
  manifest as manifestSchema,
  type Manifest,
  type SnapshotFile,
} from '../schema/manifest.ts'
import { versionProblem } from '../schema/versions.ts'
import { BucketError, type ReadableBucket } from './bucket.ts'
import { download } from './download.ts'
import { places } from './places.ts'
import type { PointerEntry } from './pointer.ts'

/** A manifest and its exact text. */
export type ReadManifest = { manifest: Manifest; text: string }

const most_bytes = 16_000_000
/** The maximum length of a manifest's lists: it bounds the cost of a false one. */
const mostEntries = 10_000
/** Maximum number of a manifest's faults to name. */
const mostFaults = 5

const ofAnyVersion = z.looseObject({ schema_version: z.int() })

/**
 * Reads a snapshot's manifest, whose digest the pointer has. Throws a BucketError if the digest differs, if
 * it has another schema version, or if it names impossible files.
 */
export async function readManifestOf(
  bucket: ReadableBucket,
  entry: PointerEntry,
): Promise<ReadManifest> {
  const { id } = entry
  const { name, text, document } = await readDocument(bucket, entry)
  const problem = versionProblem(document.schema_version)
  if (problem !== null) throw new BucketError(`${name} is of ${problem}`)
  const { data, error } = manifestSchema.safeParse(document)
  if (!data) {
    const faults = z.prettifyError({ issues: error.issues.slice(0, mostFaults) })
    throw new BucketError(`${name} is not valid: ${faults.slice(0, 1000)}`)
  }
  if (data.id !== id) throw new BucketError(`${name} is that of ${data.id}`)
  checkPaths(name, data.files)
  return { manifest: data, text }
}

const filesOfAnyVersion = z.object({
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
})

/** The keys of a snapshot's objects and of its backup, for any schema version. Throws if they can't be found. */
export async function keysOf(bucket: ReadableBucket, entry: PointerEntry): Promise<string[]> {
  const { document } = await readDocument(bucket, entry)
  const { files } = filesOfAnyVersion.parse(document)
  const own = [places.manifest(entry.id), places.backup(entry.id)]
  return [...own, ...files.map((file) => places.file(entry.id, file))]
}

async function readDocument(bucket: ReadableBucket, { id, manifest_sha256 }: PointerEntry) {
  const name = `${bucket.address}/${places.manifest(id)}`
  const read = await bucket.read(places.manifest(id), most_bytes)
  if (!read) throw new BucketError(`${name} is missing`)
  if (sha256Of(read.text) !== manifest_sha256)
    throw new BucketError(`${name} differs from ${places.pointer}`)
  const document = ofAnyVersion.parse(JSON.parse(read.text))
  for (const [field, value] of Object.entries(document)) {
    const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
    if (count <= mostEntries) continue
    const [listed, most] = [count, mostEntries].map(groupDigits)
    throw new BucketError(`${name} lists ${listed} ${field}: at most ${most} are read`)
  }
  return { name, text: read.text, document }
}

/** The schema checks folders and letters; this rejects hidden and repeated names. */
function checkPaths(name: string, files: SnapshotFile[]): void {
  const paths = new Set<string>()
  const wrong = files.find(
    ({ path }) => path.split('/')[1]!.startsWith('.') || paths.size === paths.add(path).size,
  )
  if (wrong) throw new BucketError(`${name}: it lists ${wrong.path}, which can't be`)
}

type FetchOptions = {
  wanted?: ((file: SnapshotFile) => boolean) | undefined
  /** Hears the share of the bytes that have arrived. */
  done?: ((share: number) => void) | undefined
}

/** Downloads a snapshot, or only its `wanted` files, into `folder`. */
export async function fetchSnapshot(
  bucket: ReadableBucket,
  entry: PointerEntry,
  folder: string,
  { wanted = () => true, done = () => {} }: FetchOptions = {},
): Promise<Manifest> {
  const { manifest, text } = await readManifestOf(bucket, entry)
  const files = manifest.files.filter(wanted)
  const all = bytesOf(files)
  let arrived = 0
  for (const file of files) {
    await download(bucket, places.file(entry.id, file), join(folder, file.path), file)
    arrived += file.bytes
    done(arrived / all)
  }
  await writeManifestText(folder, text)
  return manifest
}
