// Runs alone: its hook would run before tests of other files.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, beforeEach, describe, it, type TestContext } from 'node:test'
import { layout } from '../../../../data/schema/layout.ts'
import type { Tombstone } from '../../../../data/schema/tombstones.ts'
import { s3Bucket } from '../../../../data/bucket/s3_bucket.ts'
import { publishTo } from '../../../../pipeline/snapshots/bucket/publish.ts'
import {
  pruneBucket,
  rollbackIn,
  verifyIn,
  publishedIn,
  entryOf,
} from '../../../../pipeline/snapshots/bucket/retention.ts'
import {
  bytesOf,
  contentsOf,
  manifestIn,
  newBucket,
  pointerOf,
  sha256,
} from '../../../support/buckets.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { publishAgain } from '../../../support/publish_again.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { openToRead } from '../../../../data/bucket/open_bucket.ts'
import { failure, startS3 } from '../../../support/s3_server.ts'

const s3 = await startS3({ after })
const { root, id, folder } = await fixtureSnapshot({ after })
const next = await publishAgain(root, id, 'ffffffff')
const third = await publishAgain(root, next, 'fffffffe')
const folderOf = (snapshot: string) => layout(root).snapshot(snapshot)
const listed = await manifestIn(folder)
const [farm] = await publishedFarms(folder)

beforeEach(() => {
  s3.interfere = () => undefined
  s3.knows = { checksums: true, conditions: true, copies: true, quotes: true }
  s3.asked.length = 0
})

const puts = () => s3.asked.filter(({ what }) => what.startsWith('PUT '))

const listing: Tombstone['listings'][number] = {
  source: 'farm-feed',
  source_id: '1',
  holder: 1,
  publisher: 'farm-feed',
  name: "Ann's Farm",
  place_type: 'farm',
  address: null,
  city: null,
  state: null,
  zip: null,
  phone: null,
  website: null,
  email: 'ann@example.org',
  lat: null,
  lng: null,
  location_precision: null,
  weekdays: null,
}

const tombstone = (farm_id: string, at: string, expires: string | null = null): Tombstone => ({
  farm_id,
  reason: 'asked by Ann',
  at,
  expires,
  listings: [listing],
})

for (const kind of ['file', 's3'] as const)
  describe(`publishTo(bucket: ${kind})`, () => {
    it('has every file by its digest, public ones under their own names, others apart', async (t) => {
      const bucket = await newBucket[kind](t)
      const { sent_bytes, files } = await publishTo(bucket, folder, [])
      const expected = new Map([
        [`snapshots/${id}/manifest.json`, sha256(await readFile(join(folder, 'manifest.json')))],
        [`serving/${sha256('[]\n')}`, sha256('[]\n')],
      ])
      for (const { path, sha256 } of listed.files)
        expected.set(
          path.startsWith('public/') ? `snapshots/${id}/${path}` : path.replace(/[^/]+$/, sha256),
          sha256,
        )
      assert.deepEqual(await contentsOf(bucket), expected)
      assert.equal((await pointerOf(bucket))?.snapshot, id)
      assert.equal(files.sent.length, listed.files.length)
      assert.equal(
        sent_bytes,
        listed.files.reduce((sum, { bytes }) => sum + bytes, 0),
      )
    })

    it('sends nothing that is there by its digest, this night or the next', async (t) => {
      const bucket = await newBucket[kind](t)
      await publishTo(bucket, folder, [])
      const [pointer, contents] = [await pointerOf(bucket), await contentsOf(bucket)]
      assert.equal((await publishTo(bucket, folder, [])).sent_bytes, 0)
      assert.deepEqual([await pointerOf(bucket), await contentsOf(bucket)], [pointer, contents])
      const shares: number[] = []
      const done = (share: number) => void shares.push(share)
      const again = await publishTo(bucket, folderOf(next), [], { done })
      assert.deepEqual([shares.at(-1), shares], [1, shares.toSorted((a, b) => a - b)])
      assert.deepEqual([again.sent_bytes, again.files.sent], [0, []])
      const later = await contentsOf(bucket)
      assert.equal(
        later.get(`snapshots/${next}/public/farms.parquet`),
        later.get(`snapshots/${id}/public/farms.parquet`),
      )
    })

    it('with public files only leaves the others out, and mixes with no other kind', async (t) => {
      const bucket = await newBucket[kind](t)
      await publishTo(bucket, folder, [], { publicOnly: true })
      const keys = [...(await contentsOf(bucket)).keys()]
      assert.deepEqual(
        keys.filter((key) => !key.startsWith(`snapshots/${id}/`)),
        [`serving/${sha256('[]\n')}`],
      )
      await assert.rejects(publishTo(bucket, folder, []), /holds public files only/)
      const before = await publishedIn(bucket)
      assert.deepEqual((await verifyIn(bucket, before, entryOf(bucket, before))).problems, [])
    })

    it('overwrites nothing', async (t) => {
      const bucket = await newBucket[kind](t)
      const key = `snapshots/${id}/public/farms.parquet`
      await bucket.replace(key, 'of somebody else', null)
      await assert.rejects(publishTo(bucket, folder, []), /farms\.parquet is there, with other/)
      assert.equal(String(await bytesOf(bucket, key)), 'of somebody else')
      assert.equal(await pointerOf(bucket), null)
    })

    it('refuses what is older, or was taken back', async (t) => {
      const bucket = await newBucket[kind](t)
      await publishTo(bucket, folderOf(next), [])
      await assert.rejects(publishTo(bucket, folder, []), /which is newer than/)
      assert.equal((await pointerOf(bucket))?.snapshot, next)
    })

    it('goes back by a pointer with a higher sequence, and forth by a rollback only', async (t) => {
      const bucket = await newBucket[kind](t)
      await publishTo(bucket, folder, [])
      await publishTo(bucket, folderOf(next), [])
      const before = await pointerOf(bucket)
      assert.equal(await rollbackIn(bucket, id), next)
      const rolled = await pointerOf(bucket)
      assert.equal(rolled?.snapshot, id)
      assert.ok(rolled.sequence > before!.sequence)
      await assert.rejects(publishTo(bucket, folderOf(next), []), /went back from/)
      await rollbackIn(bucket, next)
      assert.equal((await pointerOf(bucket))?.snapshot, next)
    })

    it('prunes neither what is live, nor what another refers to, nor what is not its own', async (t) => {
      const bucket = await newBucket[kind](t)
      for (const each of [id, third, next]) await publishTo(bucket, folderOf(each), [])
      await rollbackIn(bucket, id)
      await bucket.replace('members/notes.txt', 'mine', null)
      await bucket.replace(`members/${'0'.repeat(64)}`, 'of a killed publication', null)
      await assert.rejects(pruneBucket(bucket, 1), /keep 2 or more/)
      assert.deepEqual(await pruneBucket(bucket, 2), [])
      await rollbackIn(bucket, next)
      assert.deepEqual(await pruneBucket(bucket, 2), [id])
      const keys = [...(await contentsOf(bucket)).keys()]
      assert.ok(!keys.some((key) => key.includes(id)))
      assert.ok(keys.includes('members/notes.txt'))
      assert.ok(keys.includes(`members/${'0'.repeat(64)}`), 'it may be of one under way')
      const before = await publishedIn(bucket)
      for (const kept of [third, next])
        assert.deepEqual(
          (await verifyIn(bucket, before, entryOf(bucket, before, kept))).problems,
          [],
        )
      await pruneBucket(bucket, 2, new Date(Date.now() + 2 * 24 * 60 * 60 * 1000))
      const left = await contentsOf(bucket)
      assert.ok(!left.has(`members/${'0'.repeat(64)}`))
      assert.ok(left.has('members/notes.txt'))
      assert.ok(left.has(`serving/${before.pointer.removed_farms.sha256}`))
    })

    it('keeps every removed farm until its time is over, and withdraws what holds one', async (t) => {
      const bucket = await newBucket[kind](t)
      const other = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'
      const over = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f8'
      const now = new Date('2026-06-02T00:00:00Z')
      const old = [tombstone(other, '2026-01-01T00:00:00Z')]
      old.push(tombstone(over, '2026-01-01T00:00:00Z', '2026-06-03'))
      await publishTo(bucket, folder, old, { now })
      const at = '2026-06-01T12:00:00Z'
      const { withdrawn } = await publishTo(bucket, folderOf(next), [tombstone(farm!.id, at)], {
        now: new Date('2026-06-03T00:00:00Z'),
      })
      assert.deepEqual(withdrawn, [id])
      const pointer = await pointerOf(bucket)
      assert.deepEqual(
        pointer?.snapshots.map((each) => each.id),
        [next],
      )
      const contents = await contentsOf(bucket)
      assert.ok(![...contents.keys()].some((key) => key.includes(id)))
      const text = String(await bytesOf(bucket, `serving/${pointer.removed_farms.sha256}`))
      const said = JSON.parse(text) as Tombstone[]
      assert.deepEqual(
        said.map(({ farm_id }) => farm_id),
        [other, farm!.id].toSorted(),
      )
      assert.doesNotMatch(text, /ann/i)
    })
  })

describe('publishTo(bucket) of S3', () => {
  /** Has the first thing be stored that is written, and every request after it fail: a kill. */
  const killAfterOne = () => {
    let writes = 0
    s3.interfere = ({ method }) => {
      if (method === 'PUT') writes++
      return writes > 1 ? failure(400, 'Killed') : undefined
    }
  }

  it('writes the pointer last, and is repeatable wherever it was killed', async (t: TestContext) => {
    const bucket = await newBucket.s3(t)
    for (let left = listed.files.length + 2; left > 0; left--) {
      killAfterOne()
      await assert.rejects(publishTo(bucket, folder, []), /Killed, 400/)
      s3.interfere = () => undefined
      assert.equal(await pointerOf(bucket), null)
    }
    s3.asked.length = 0
    await publishTo(bucket, folder, [])
    assert.match(puts().at(-1)!.what, /current\.json$/)
    assert.equal(puts().length, 1, 'all but the pointer was there')
    const before = await publishedIn(bucket)
    assert.deepEqual((await verifyIn(bucket, before, entryOf(bucket, before))).problems, [])
  })

  it('has each file checked by the SHA-256 of its manifest', async (t) => {
    const bucket = await newBucket.s3(t)
    s3.interfere = ({ method, key, body }) => {
      if (method === 'PUT' && key.endsWith('public/stats.parquet')) body[9]! ^= 1
      return undefined
    }
    await assert.rejects(
      publishTo(bucket, folder, []),
      /stats.*the received bytes differ from the sent bytes/,
    )
    s3.knows.checksums = false
    await assert.rejects(publishTo(bucket, folder, []), /stats.* differs from the upload/)
    assert.equal(await pointerOf(bucket), null)
  })

  it('does without checksums, conditions and copies where the endpoint has none', async (t) => {
    s3.knows = { checksums: false, conditions: false, copies: false, quotes: true }
    const bucket = await newBucket.s3(t)
    await publishTo(bucket, folder, [])
    await publishTo(bucket, folderOf(next), [])
    assert.equal((await pointerOf(bucket))?.snapshot, next)
    const before = await publishedIn(bucket)
    assert.deepEqual((await verifyIn(bucket, before, entryOf(bucket, before))).problems, [])
  })

  it('replaces the pointer where the endpoint compares entity tags without quotes', async (t) => {
    s3.knows.quotes = false
    const bucket = await newBucket.s3(t)
    await publishTo(bucket, folder, [])
    await publishTo(bucket, folderOf(third), [])
    assert.equal((await pointerOf(bucket))?.snapshot, third)
    s3.interfere = ({ method, key }) => {
      const pointer = s3.objects.get(key)
      if (method === 'PUT' && key.endsWith('current.json')) pointer!.etag = '"other"'
      return undefined
    }
    await assert.rejects(publishTo(bucket, folderOf(next), []), /changed meanwhile/)
  })

  it('sends a large file in parts, and reads it back', async () => {
    const bucket = s3Bucket(new URL('s3://farms/parts'), 100_000)
    await publishTo(bucket, folder, [])
    const key = puts().find(({ what }) => what.includes('public/farms.parquet'))!
    assert.ok(key.bytes <= 100_000)
    const contents = await contentsOf(bucket)
    for (const { path, sha256 } of listed.files)
      assert.ok([...contents.values()].includes(sha256), path)
  })

  it('does not point where another one pointed meanwhile', async (t) => {
    const bucket = await newBucket.s3(t)
    await publishTo(bucket, folder, [])
    s3.interfere = ({ method, key }) => {
      const pointer = s3.objects.get(key)
      if (method === 'PUT' && key.endsWith('current.json')) pointer!.etag = '"other"'
      return undefined
    }
    await assert.rejects(publishTo(bucket, folderOf(next), []), /changed meanwhile/)
    assert.equal((await pointerOf(bucket))?.snapshot, id)
  })

  it('stops pruning where the pointer changes under it', async (t) => {
    const bucket = await newBucket.s3(t)
    for (const each of [id, third, next]) await publishTo(bucket, folderOf(each), [])
    s3.interfere = ({ method, key }) => {
      const pointer = key.replace(/snapshots\/.*/, 'current.json')
      if (method === 'DELETE') s3.objects.get(pointer)!.etag = '"other"'
      return undefined
    }
    await assert.rejects(pruneBucket(bucket, 2), /changed meanwhile/)
    assert.equal(s3.asked.filter(({ what }) => what.startsWith('DELETE')).length, 1)
  })

  it('says what is wrong in its own words, without what an endpoint repeats', async (t) => {
    const bucket = await newBucket.s3(t)
    for (const [code, says] of [
      ['AccessDenied', /access denied for these credentials: .* \(AccessDenied, 403\)/],
      ['InvalidAccessKeyId', /unknown access key/],
      ['SignatureDoesNotMatch', /the secret key does not belong to the access key/],
      ['NoSuchBucket', /no such bucket: create it/],
      ['PermanentRedirect', /the bucket is in another region: set AWS_REGION/],
      ['Unheard', /it failed \(Unheard, 403\)/],
    ] as const) {
      s3.interfere = () => failure(403, code)
      const error = await publishTo(bucket, folder, []).catch((error: unknown) => error as Error)
      const said = JSON.stringify(error, Object.getOwnPropertyNames(error))
      assert.match(said, says)
      for (const secret of ['AKIATESTSONLY', 'secret key of', 'session token of'])
        assert.ok(!said.includes(secret), said)
    }
  })

  it('tells a refused, a cut and an impossible connection apart', async (t) => {
    const bucket = await newBucket.s3(t)
    const fails = (message: RegExp) =>
      assert.rejects(bucket.read('current.json', 1000), { message })
    s3.interfere = () => 'hang up'
    await fails(/: the connection was cut \(ECONNRESET\)$/)
    s3.interfere = () => failure(502, 'BadGateway')
    await fails(/: the service has failed: try again \(BadGateway, 502\)$/)
    const { url } = s3
    t.after(() => (process.env['AWS_ENDPOINT_URL'] = url))
    for (const [endpoint, why] of [
      ['http://127.0.0.1:1', /: nothing listens there \(ECONNREFUSED\)$/],
      ['127.0.0.1:9000', /: AWS_ENDPOINT_URL is no address such as https:\/\/HOST/],
    ] as const) {
      process.env['AWS_ENDPOINT_URL'] = endpoint
      const elsewhere = await openToRead('s3://farms/x')
      await assert.rejects(elsewhere.read('current.json', 1000), { message: why })
    }
    const web = await openToRead('https://127.0.0.1:9/x')
    await assert.rejects(web.read('current.json', 1000), /no request may go to its port/)
  })
})
