import { z } from 'zod'
import { snapshotPattern } from '../schema/manifest.ts'
import { BucketError, type Bucket, type ReadableBucket } from './bucket.ts'
import { places } from './places.ts'

const id = z.string().regex(snapshotPattern)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** `current.json` of a bucket. */
const pointer = z
  .strictObject({
    format: z.literal(1),
    /** Which bucket this is: one that was emptied and filled anew is another. */
    bucket: z.uuid(),
    /**
     * Grows with every change. A pointer with a lower one is an older upload, or of a cache; one with
     * a higher one counts, even where it names an older snapshot: that is a rollback.
     */
    sequence: z.int().min(1),
    at: z.iso.datetime(),
    /** The live snapshot. */
    snapshot: id,
    /** All that there are, oldest first, by the digests of their manifests. */
    snapshots: z.array(z.strictObject({ id, manifest_sha256: sha256 })).max(10_000),
    /** Whether files of members and servers were left out. */
    public_only: z.boolean(),
    /** Of the object with the farms that were removed. */
    removed_farms: z.strictObject({ bytes: z.int().min(0), sha256 }),
  })
  .refine(({ snapshot, snapshots }) => snapshots.some((each) => each.id === snapshot), {
    error: 'it does not list the snapshot that it names',
  })
export type Pointer = z.infer<typeof pointer>
export type Entry = Pointer['snapshots'][number]

export type PointerVersion = { pointer: Pointer; version: string }

const most_bytes = 2_000_000

/** Reads the pointer of a bucket; null = nothing is published there. */
export async function readPointer(bucket: ReadableBucket): Promise<PointerVersion | null> {
  const read = await bucket.read(places.pointer, most_bytes)
  return read && parsePointer(bucket, read)
}

/** The same where it is another than the `known` version. */
export async function readNewPointer(
  bucket: ReadableBucket,
  known?: string,
): Promise<PointerVersion | 'unchanged' | null> {
  const read = await bucket.read(places.pointer, most_bytes, known)
  return read === null || read === 'unchanged' ? read : parsePointer(bucket, read)
}

function parsePointer(
  { address }: ReadableBucket,
  { text, version }: { text: string; version: string },
): PointerVersion {
  const name = `${address}/${places.pointer}`
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new BucketError(`${name} is not JSON`)
  }
  const { data, error } = pointer.safeParse(document)
  if (!data) throw new BucketError(`${name} is not valid: ${z.prettifyError(error)}`)
  return { pointer: data, version }
}

/** Replaces the pointer that was read; false = it is another one by now. */
export async function writePointer(
  bucket: Bucket,
  before: PointerVersion | null,
  next: Omit<Pointer, 'format' | 'bucket' | 'sequence' | 'at'>,
  now: Date,
): Promise<Pointer | null> {
  const written = pointer.parse({
    format: 1,
    bucket: before?.pointer.bucket ?? crypto.randomUUID(),
    // By the clock, so that it is higher than all that were seen also after a bucket was restored.
    sequence: Math.max((before?.pointer.sequence ?? 0) + 1, now.getTime()),
    at: now.toISOString(),
    ...next,
  })
  const text = JSON.stringify(written, null, 2) + '\n'
  return (await bucket.replace(places.pointer, text, before?.version ?? null)) ? written : null
}
