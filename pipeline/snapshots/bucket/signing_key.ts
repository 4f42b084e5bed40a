import { createPrivateKey, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Bucket } from '../../../data/bucket/bucket.ts'
import type { Pointer } from '../../../data/bucket/pointer.ts'
import { publicKeyText } from '../../../data/bucket/signature.ts'
import { syncToDisk } from '../../../data/disk/durable_files.ts'
import { workingIn } from '../../../data/system_failure.ts'
import { readIfPresent, SnapshotsError } from '../snapshots.ts'

/**
 * Reads the Ed25519 key that signs what is published, from a PEM file; undefined = there is no file. Throws
 * a SnapshotsError if the file holds another kind of key.
 */
export async function signingKeyIn(path: string): Promise<KeyObject | undefined> {
  const pem = await readIfPresent(path)
  if (pem === null) return undefined
  const key = parseKey(pem)
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new SnapshotsError(`${path} has no Ed25519 private key: restore it from your backup`)
}

/** The same, after making the file, for its owner only, if there is none. Of two processes one makes it. */
export async function ensureSigningKey(path: string): Promise<KeyObject> {
  const known = await signingKeyIn(path)
  if (known) return known
  const place = { doing: 'make the signing key in', folder: dirname(path), setting: 'SIGNING_KEY' }
  await workingIn(place, () => makeKey(path))
  return (await signingKeyIn(path))!
}

async function makeKey(path: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const made = `${path}.${randomUUID()}` // processes of two containers may have one number
  try {
    await using file = await open(made, 'w', 0o600)
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await file.sync()
    await link(made, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await syncToDisk(dirname(path))
  } finally {
    await rm(made, { force: true })
  }
}

function parseKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    return null
  }
}

/** Throws a SnapshotsError if another key signed the pointer: servers may know only that one. */
export function requireSameKey({ address, signingKey }: Bucket, { signature }: Pointer): void {
  if (!signature) return
  const own = signingKey && publicKeyText(signingKey)
  if (signature.public_key === own) return
  throw new SnapshotsError(
    `${address} is signed with the key ${signature.public_key}, ` +
      `${own ? `not with ${own}` : 'and there is no key here'}: ` +
      'name the file of that key with SIGNING_KEY, or publish under another prefix',
  )
}
