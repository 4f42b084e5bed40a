// Runs alone: it points the SDK of AWS at a server of its own.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { ReadableBucket } from '../../../data/bucket/bucket.ts'
import { download } from '../../../data/bucket/download.ts'
import { openToRead } from '../../../data/bucket/open_bucket.ts'
import { sha256 } from '../../support/buckets.ts'
import { s3Settings } from '../../support/s3_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const small = Buffer.alloc(3_000_000, 'farm')
const large = Buffer.alloc(40_000_000, 'farm')

/** The types of Node lack it. */
const timeouts = 'AbortSignal.timeout' as 'setTimeout'

/** Downloads from a host that sends so many bytes at a time, by the clock of the test. */
async function bring(t: TestContext, content: Buffer, chunk_bytes: number, every_ms: number) {
  const whole = { bytes: content.length, sha256: sha256(content) }
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const path = join(await temporaryFolder(t), 'file')
  async function* chunks(from: number, signal?: AbortSignal) {
    for (let at = from; at < content.length; at += chunk_bytes) {
      t.mock.timers.tick(every_ms)
      signal?.throwIfAborted()
      yield content.subarray(at, at + chunk_bytes)
    }
  }
  const stream: ReadableBucket['stream'] = async (_key, from, signal) => ({
    from,
    chunks: chunks(from, signal),
  })
  const bucket = { address: 'file:///farms', stream } as unknown as ReadableBucket
  const error = await download(bucket, 'members/a', path, whole).then(
    () => null,
    (error: Error) => error,
  )
  const read = (name: string) => readFile(name).catch(() => null)
  return { error, file: await read(path), part: await read(`${path}.part`) }
}

describe('download(bucket, key, path, content)', () => {
  it('breaks off what drips, and keeps what has arrived', async (t) => {
    for (const [chunk_bytes, every_ms] of [
      [1, 5000],
      [1000, 1000],
      [200_000, 29_000],
    ] as const) {
      const { error, file, part } = await bring(t, small, chunk_bytes, every_ms)
      assert.equal(error?.name, 'BucketError')
      assert.match(
        error.message,
        /members\/a: the download was interrupted: it brought only [\d,]+ bytes in 30 s/,
      )
      assert.equal(file, null)
      assert.deepEqual(part, small.subarray(0, part!.length))
      t.mock.timers.reset()
    }
  })

  it('breaks off what takes longer than an hour', async (t) => {
    const { error, part } = await bring(t, large, 301_000, 29_000)
    assert.match(error!.message, /the download was interrupted: it took longer than 60 min/)
    assert.equal(part!.length, 301_000 * Math.floor(3_600_000 / 29_000))
  })

  it('lets one go on that is slow, but not too slow', async (t) => {
    const { error, file } = await bring(t, small, 301_000, 29_000)
    assert.equal(error, null)
    assert.deepEqual(file, small)
  })
})

describe('bucket.read(key, most_bytes)', () => {
  for (const kind of ['https', 's3'])
    it(`of ${kind} ends though a byte comes now and then`, async (t) => {
      t.mock.timers.enable({ apis: [timeouts] })
      const { promise: began, resolve: begin } = Promise.withResolvers<void>()
      const host = createServer((_, response) => {
        response.writeHead(200, { ETag: '"1"', 'Content-Length': '1000' }).write('{')
        begin()
      }).listen(0, '127.0.0.1')
      await once(host, 'listening')
      t.after(async () => {
        host.close().closeAllConnections()
      })
      const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
      Object.assign(process.env, s3Settings({ url }))
      const bucket = await openToRead(kind === 's3' ? 's3://farms/here' : url)
      const read = assert.rejects(bucket.read('current.json', 2000), { name: 'BucketError' })
      await began
      t.mock.timers.tick(60_000)
      await read
    })
})
