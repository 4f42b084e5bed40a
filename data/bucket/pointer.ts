import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { day_ms } from '../calendar.ts'
import { snapshotPattern } from '../schema/manifest.ts'
import { BucketError, type Bucket, type ReadableBucket } from './bucket.ts'
import { places } from './places.ts'
import { isSignedBy, signature, signatureOf, type Signature } from './signature.ts'

const id = z.string().regex(snapshotPattern)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A bucket's `current.json`. */
const pointer = z
  .strictObject({
    format: z.literal(1),
    /** Identifies the bucket: one that was emptied and refilled has another id. */
    bucket: z.uuid(),
    /**
     * Grows with every change. A pointer with a lower number is an older upload, or comes from a cache. A
     * higher number counts even if its snapshot is older: that is a rollback.
     */
    sequence: z.int().min(1),
    at: z.iso.datetime(),
    /** The live snapshot. */
    snapshot: id,
    /** All existing snapshots, oldest first, with their manifests' digests. */
    snapshots: z.array(z.strictObject({ id, manifest_sha256: sha256 })).max(10_000),
    /** True if files for paid keys and for servers were omitted. */
    public_only: z.boolean(),
    /** The object with the removed farms. */
    removed_farms: z.strictObject({ bytes: z.int().min(0), sha256 }),
    /** After this time servers load nothing more by it; a signed pointer has one. */
    expires_at: z.iso.datetime().exactOptional(),
    /** Of the JSON text of all other fields, in their order, without white space. */
    signature: signature.exactOptional(),
  })
  .refine(({ snapshot, snapshots }) => snapshots.some((each) => each.id === snapshot), {
    error: 'it does not list the snapshot that it names',
  })
export type Pointer = z.infer<typeof pointer>
export type PointerEntry = Pointer['snapshots'][number]

export type PointerVersion = { pointer: Pointer; version: string }

const most_bytes = 2_000_000

/** Reads a bucket's pointer; null = it has no published snapshot. */
export const readPointer = async (bucket: ReadableBucket): Promise<PointerVersion | null> =>
  (await readNewPointer(bucket)) as PointerVersion | null

/** The same if the pointer differs from the `known` version. */
export async function readNewPointer(
  bucket: ReadableBucket,
  known?: string,
): Promise<PointerVersion | 'unchanged' | null> {
  const read = await bucket.read(places.pointer, most_bytes, known)
  return read === null || read === 'unchanged' ? read : parsePointer(bucket, read)
}

function parsePointer(
  { address, publicKey }: ReadableBucket,
  { text, version }: { text: string; version: string },
): PointerVersion {
  const name = `${address}/${places.pointer}`
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    throw new BucketError(`${name} ${isPage(text) ? 'is a web page' : 'is not JSON'}: ${remedy}`)
  }
  const { data, error } = pointer.safeParse(document)
  if (!data) throw new BucketError(`${name} is not valid: ${z.prettifyError(error)}`)
  const fault = publicKey && signatureFault(document as Signed, publicKey)
  if (fault) throw new BucketError(`${name} ${fault}: servers with SNAPSHOTS_PUBLIC_KEY refuse it`)
  return { pointer: data, version }
}

const isPage = (text: string): boolean => text.trimStart().startsWith('<')
const remedy = 'check the address of the bucket, and whether a proxy answers in its place'

type Signed = { signature?: Signature }

function signatureFault({ signature, ...signed }: Signed, publicKey: KeyObject): string | null {
  if (!signature) return 'is not signed'
  return isSignedBy(publicKey, JSON.stringify(signed), signature)
    ? null
    : 'is not signed with the expected key'
}

/** Days for which a signed pointer is accepted. */
const validity_days = 30

/** Returns true if a pointer should be signed again: half of its time is over, or it has no signature. */
export const isToBeSigned = ({ signingKey }: Bucket, { expires_at }: Pointer, now: Date): boolean =>
  signingKey !== undefined &&
  (expires_at === undefined ||
    Date.parse(expires_at) - now.getTime() < (validity_days / 2) * day_ms)

/** Replaces the pointer that was read, signed with the bucket's key if it has one; null = it has changed since. */
export async function writePointer(
  bucket: Bucket,
  before: PointerVersion | null,
  next: Omit<Pointer, 'format' | 'bucket' | 'sequence' | 'at' | 'expires_at' | 'signature'>,
  now: Date,
): Promise<Pointer | null> {
  const { signingKey } = bucket
  const expires_at = new Date(now.getTime() + validity_days * day_ms).toISOString()
  const unsigned = pointer.parse({
    format: 1,
    bucket: before?.pointer.bucket ?? crypto.randomUUID(),
    // By the clock, so that it exceeds all earlier numbers even after a bucket was restored.
    sequence: Math.max((before?.pointer.sequence ?? 0) + 1, now.getTime()),
    at: now.toISOString(),
    ...next,
    ...(signingKey && { expires_at }),
  })
  const written: Pointer = signingKey
    ? { ...unsigned, signature: signatureOf(JSON.stringify(unsigned), signingKey) }
    : unsigned
  const text = JSON.stringify(written, null, 2) + '\n'
  return (await bucket.replace(places.pointer, text, before?.version ?? null)) ? written : null
}
