import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { ReadableBucket } from '../../../data/bucket/bucket.ts'
import { fetchSnapshot, keysOf, readManifestOf } from '../../../data/bucket/fetch_snapshot.ts'
import { publishTo } from '../../../pipeline/snapshots/bucket/publish.ts'
import { manifestIn, newBucket, pointerOf, sha256 } from '../../support/buckets.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { folder } = await fixtureSnapshot({ after })
const real = await manifestIn(folder)

/** What is read of a manifest with other fields, which its pointer names. */
function read(fields: object, reader: typeof keysOf | typeof readManifestOf = readManifestOf) {
  const text = JSON.stringify({ ...real, ...fields })
  const bucket = { address: 'file:///farms', read: async () => ({ text, version: '1' }) }
  const entry = { id: real.id, manifest_sha256: sha256(text) }
  return reader(bucket as unknown as ReadableBucket, entry)
}

const many = (count: number, make: (number: number) => object) =>
  Array.from({ length: count }, (_, number) => make(number))
const file = (number: number) => ({ ...real.files[0], path: `public/file_${number}.parquet` })

describe('readManifestOf(bucket, entry)', () => {
  it('takes as many files as a manifest may name, and refuses more before it looks at them', async () => {
    await read({ files: many(10_000, file) })
    for (const reader of [readManifestOf, keysOf])
      await assert.rejects(read({ files: many(100_000, file) }, reader), {
        name: 'BucketError',
        message: /manifest\.json lists 100,000 files: at most 10,000 are read$/,
      })
  })

  it('refuses a list of anything else that is as long', async () => {
    await assert.rejects(read({ sources: many(1_000_000, () => ({})) }), /1,000,000 sources/)
    const terms = Object.fromEntries(many(20_000, (number) => [`term ${number}`, 1]) as never)
    await assert.rejects(read({ unknown_terms: terms }), /20,000 unknown_terms/)
  })

  it('says of many faults the first ones', async () => {
    const error = (await read({ files: many(9000, () => ({ path: 'x' })) }).catch(
      (error: unknown) => error,
    )) as Error
    assert.equal(error.name, 'BucketError')
    assert.match(error.message, /is not valid: [^]*a path inside the snapshot[^]*files\[0\]\.path/)
    assert.ok(error.message.length < 2000, `${error.message.length} characters`)
  })

  it('refuses a file that is there twice, wherever', async () => {
    const files = many(1000, file)
    await assert.rejects(
      read({ files: [...files, files[500]] }),
      /it lists public\/file_500\.parquet/,
    )
  })
})

describe('fetchSnapshot(bucket, entry, folder)', () => {
  it('tells the share of the bytes that have arrived', async (t) => {
    const bucket = await newBucket['file'](t)
    await publishTo(bucket, folder, [])
    const [entry] = (await pointerOf(bucket))!.snapshots
    const shares: number[] = []
    const done = (share: number) => void shares.push(share)
    await fetchSnapshot(bucket, entry!, join(await temporaryFolder(t), 'copy'), { done })
    assert.deepEqual([shares.length, shares.at(-1)], [real.files.length, 1])
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => a - b),
    )
  })
})
