import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { openToRead, openToWrite } from '../../../../data/bucket/open_bucket.ts'
import { readPointer } from '../../../../data/bucket/pointer.ts'
import { publicKeyText, readPublicKey } from '../../../../data/bucket/signature.ts'
import { layout } from '../../../../data/schema/layout.ts'
import { publishTo } from '../../../../pipeline/snapshots/bucket/publish.ts'
import { pruneBucket, rollbackIn } from '../../../../pipeline/snapshots/bucket/retention.ts'
import {
  ensureSigningKey,
  signingKeyIn,
} from '../../../../pipeline/snapshots/bucket/signing_key.ts'
import { readConfig } from '../../../../server/config.ts'
import { openFollower } from '../../../../server/snapshot/following/follower.ts'
import { LiveSnapshots } from '../../../../server/snapshot/live.ts'
import { newBucket, pointerOf } from '../../../support/buckets.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { publishAgain } from '../../../support/publish_again.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const { root, id, folder } = await fixtureSnapshot({ after })
const next = await publishAgain(root, id, 'ffffffff')
const nextFolder = layout(root).snapshot(next)
const day_ms = 24 * 60 * 60 * 1000

const newKey = () => generateKeyPairSync('ed25519').privateKey
const publicOf = (key: KeyObject) => readPublicKey(publicKeyText(key))!

/** A bucket in a folder, with the snapshot published and signed. */
async function signedBucket(t: TestContext, now = new Date()) {
  const key = newKey()
  const { address } = await newBucket.file(t)
  const bucket = await openToWrite(address, key)
  await publishTo(bucket, folder, [], { now })
  const pointerFile = join(fileURLToPath(address), 'current.json')
  const readWith = async (publicKey: KeyObject) => readPointer(await openToRead(address, publicKey))
  return { key, address, bucket, pointerFile, readWith }
}

describe('a signed pointer', () => {
  it('is accepted with the public key of the one who published it, and with no other', async (t) => {
    const { key, address, readWith } = await signedBucket(t)
    assert.equal((await readWith(publicOf(key)))?.pointer.snapshot, id)
    await assert.rejects(readWith(publicOf(newKey())), {
      name: 'BucketError',
      message: `${address}/current.json is not signed with the expected key: servers with SNAPSHOTS_PUBLIC_KEY refuse it`,
    })
  })

  it('is refused if any of its fields is changed, added or missing', async (t) => {
    const { key, bucket, pointerFile, readWith } = await signedBucket(t)
    const signed = (await pointerOf(bucket))! as unknown as Record<string, unknown>
    const sequence = Number(signed['sequence']) + 1
    const { expires_at: _gone, ...endless } = signed
    const changed: Record<string, unknown>[] = [
      { ...signed, sequence },
      { ...signed, at: new Date(0).toISOString() },
      { ...signed, bucket: crypto.randomUUID() },
      { ...signed, public_only: true },
      { ...signed, expires_at: '2999-01-01T00:00:00.000Z' },
      { ...signed, snapshot: next, snapshots: [{ id: next, manifest_sha256: '0'.repeat(64) }] },
      { ...signed, removed_farms: { bytes: 3, sha256: '0'.repeat(64) } },
      endless,
    ]
    assert.deepEqual(new Set(changed.flatMap(Object.keys)).size, Object.keys(signed).length)
    for (const each of changed) {
      await writeFile(pointerFile, JSON.stringify(each))
      await assert.rejects(readWith(publicOf(key)), /is not signed with the expected key/)
    }
    const { signature: _none, ...unsigned } = signed
    await writeFile(pointerFile, JSON.stringify(unsigned))
    await assert.rejects(readWith(publicOf(key)), /current\.json is not signed:/)
  })

  it('is replaced only by the owner of the same key', async (t) => {
    const { key, address, bucket } = await signedBucket(t)
    const other = await openToWrite(address, newKey())
    const without = await openToWrite(address)
    const named = new RegExp(`signed with the key ${publicKeyText(key)}, .*SIGNING_KEY`)
    for (const stranger of [other, without]) {
      await assert.rejects(publishTo(stranger, nextFolder, []), named)
      await assert.rejects(rollbackIn(stranger, id), named)
    }
    await publishTo(bucket, nextFolder, [])
    await rollbackIn(bucket, id)
    assert.deepEqual(await pruneBucket(bucket, 2), [])
    assert.equal((await pointerOf(bucket))!.snapshot, id)
  })

  it('is signed again by a later publish of the same snapshot, after half of its 30 days', async (t) => {
    const now = new Date('2026-11-01T00:00:00Z')
    const { bucket } = await signedBucket(t, now)
    const published = await pointerOf(bucket)
    for (const [days, isNew] of [
      [14.9, false],
      [15.1, true],
    ] as const) {
      const later = new Date(now.getTime() + days * day_ms)
      await publishTo(bucket, folder, [], { now: later })
      const found = (await pointerOf(bucket))! as { sequence: number; expires_at?: string }
      assert.equal(found.sequence > published!.sequence, isNew)
      assert.equal(
        found.expires_at,
        new Date((isNew ? later : now).getTime() + 30 * day_ms).toISOString(),
      )
    }
  })
})

describe('a server that has a public key', () => {
  /** A server with an empty folder, at a time that the test sets. */
  async function following(
    t: TestContext,
    url: string,
    publicKey: KeyObject,
    clock: { now: number },
  ) {
    const places = layout(join(await temporaryFolder(t), 'build'))
    const log = pino({ level: 'silent' })
    const served = await LiveSnapshots.open(places, readConfig({}).snapshot, log, () => clock.now)
    const options = { layout: places, url, publicKey, period_ms: 3_600_000, keep: 2 }
    const follower = (await openFollower(options, served, log, () => new Date(clock.now)))!
    t.after(async () => {
      await follower.close()
      await served.close()
    })
    await follower.look()
    return { follower, state: () => served.state }
  }

  it('serves what the key signed, and keeps it when someone else replaces it', async (t) => {
    const { key, address, pointerFile } = await signedBucket(t)
    const { follower, state } = await following(t, address, publicOf(key), { now: Date.now() })
    assert.deepEqual([state().served, state().problems], [id, []])
    const forged = await newBucket.file(t)
    await publishTo(await openToWrite(forged.address, newKey()), nextFolder, [])
    await writeFile(
      pointerFile,
      await readFile(join(fileURLToPath(forged.address), 'current.json')),
    )
    await follower.look()
    assert.equal(state().served, id)
    assert.match(state().problems.join(), /is not signed with the expected key/)
  })

  it('loads nothing by an expired pointer, and loads it once it is signed again', async (t) => {
    const { key, address, bucket } = await signedBucket(t, new Date('2026-09-01T00:00:00Z'))
    const clock = { now: Date.parse('2026-10-01T00:00:00Z') }
    const { follower, state } = await following(t, address, publicOf(key), clock)
    assert.equal(state().served, null)
    assert.match(state().problems.join(), /expired at 2026-10-01T00:00:00.000Z: publish again/)
    await publishTo(bucket, folder, [], { now: new Date(clock.now) })
    await follower.look()
    assert.deepEqual([state().served, state().problems], [id, []])
  })
})

describe('ensureSigningKey(path)', () => {
  it('makes one key for its owner only, however many make it at once', async (t) => {
    const path = join(await temporaryFolder(t), 'signing_key.pem')
    assert.equal(await signingKeyIn(path), undefined)
    const keys = await Promise.all([1, 2, 3].map(() => ensureSigningKey(path)))
    assert.equal(new Set(keys.map(publicKeyText)).size, 1)
    assert.equal((await stat(path)).mode & 0o777, 0o600)
  })

  it('names SIGNING_KEY if the folder of the file is not there', async (t) => {
    const folder = join(await temporaryFolder(t), 'none')
    await assert.rejects(ensureSigningKey(join(folder, 'key.pem')), {
      name: 'SystemFailure',
      message: /^can't make the signing key in .*none: .*by SIGNING_KEY$/,
    })
  })

  it('refuses a file that holds another kind of key, and leaves it', async (t) => {
    const path = join(await temporaryFolder(t), 'signing_key.pem')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (const pem of ['', 'key', privateKey.export({ type: 'pkcs8', format: 'pem' })]) {
      await writeFile(path, pem)
      await assert.rejects(ensureSigningKey(path), /has no Ed25519 private key/)
      assert.equal(await readFile(path, 'utf8'), pem)
    }
  })
})

describe('SNAPSHOTS_PUBLIC_KEY', () => {
  it('is refused if it is no key', () => {
    assert.throws(
      () => readConfig({ SNAPSHOTS_URL: 'file:///farms', SNAPSHOTS_PUBLIC_KEY: 'farm' }),
      /SNAPSHOTS_PUBLIC_KEY.*must be an Ed25519 public key, 43 characters/,
    )
  })
})
