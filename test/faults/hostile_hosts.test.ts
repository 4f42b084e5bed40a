// Runs alone: it sets the clock of every timer that repeats.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { after, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import type { Bucket } from '../../data/bucket/bucket.ts'
import { download } from '../../data/bucket/download.ts'
import { isWhole } from '../../data/file_digest.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { publishTo } from '../../pipeline/snapshots/bucket/publish.ts'
import { readConfig } from '../../server/config.ts'
import { openFollower } from '../../server/snapshot/following/follower.ts'
import { LiveSnapshots } from '../../server/snapshot/live.ts'
import { bytesOf, newBucket, pointerOf, sha256 } from '../support/buckets.ts'
import { correctDigests } from '../support/digests.ts'
import { rewriteParquet } from '../support/duckdb.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { publishAgain } from '../support/publish_again.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { brokenIn, countFault } from './promises.ts'

const { root, id, folder } = await fixtureSnapshot({ after })
const next = await publishAgain(root, id, 'fffffff0')
/** The file that differs, so that it is downloaded. */
const file = 'public/stats.parquet'
await rewriteParquet(
  join(layout(root).snapshot(next), file),
  'select * from read_parquet($source)',
  'gzip',
)
await correctDigests(layout(root).snapshot(next))

/** A static host of a bucket. `replies`: what it answers instead, by the end of the path. */
async function hostOf(t: TestContext, bucket: Bucket) {
  const host = {
    url: '',
    sent_bytes: 0,
    replies: new Map<string, (response: ServerResponse, bytes: Buffer) => void>(),
  }
  const server = createServer((request, response) => {
    const key = request.url!.slice(1)
    const [, reply] = [...host.replies].find(([end]) => key.endsWith(end)) ?? []
    const answer = (bytes: Buffer) => {
      if (reply) reply(response, bytes)
      else response.writeHead(200, { ETag: `"${sha256(bytes)}"` }).end(bytes)
    }
    bytesOf(bucket, key).then(answer, () => response.writeHead(404).end())
    const { socket } = request
    response.on('close', () => (host.sent_bytes += socket.bytesWritten))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    server.close().closeAllConnections()
  })
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return host
}

/** A server that follows an address, and looks when the test says so. */
async function following(t: TestContext, url: string) {
  const places = layout(join(await temporaryFolder(t), 'build'))
  const clock = { now: Date.now() }
  const log = pino({ level: 'silent' })
  const served = await LiveSnapshots.open(places, readConfig({}).snapshot, log, () => clock.now)
  const options = { layout: places, url, period_ms: 1e9, keep: 2 }
  const follower = (await openFollower(options, served, log, () => new Date(clock.now)))!
  t.after(async () => {
    await follower.close()
    await served.close()
  })
  /** Looks when what failed is due again. */
  const look = () => {
    clock.now += 600_000
    return follower.look()
  }
  await look()
  return { places, served, look }
}

/** Sends for as long as somebody reads. */
const endless = (response: ServerResponse) => {
  const chunk = Buffer.alloc(65_536, ' ')
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.writeHead(200, { ETag: '"endless"' }).on('drain', send)
  send()
}

/** A pointer that names `next`, with a manifest of these bytes. */
const pointTo = (pointer: object, manifest: Buffer) => (response: ServerResponse) => {
  const snapshots = [{ id: next, manifest_sha256: sha256(manifest) }]
  const text = JSON.stringify({ ...pointer, snapshot: next, snapshots })
  response.writeHead(200, { ETag: `"${sha256(text)}"` }).end(text)
}

type Host = Awaited<ReturnType<typeof hostOf>>
/** What a host does; `pointer` = its true one, and `clock`: passes 30 s once a byte has arrived. */
type Trick = (host: Host, bucket: Bucket, clock: () => void) => Promise<void> | void

const tricks: Record<string, { does: Trick; says: RegExp }> = {
  'a pointer without end': {
    does: ({ replies }) => void replies.set('current.json', endless),
    says: /current\.json: longer than/,
  },
  'a manifest without end': {
    does: ({ replies }) => void replies.set(`${next}/manifest.json`, endless),
    says: /manifest\.json: longer than/,
  },
  'a file without end': {
    does: ({ replies }) => void replies.set(file, endless),
    says: /stats\.parquet: longer than in its manifest/,
  },
  'a file that is shorter than its header says': {
    does: ({ replies }) => {
      replies.set(file, (response, bytes) => {
        response.writeHead(200, { 'Content-Length': bytes.length }).write(bytes.subarray(1))
        void setImmediate().then(() => response.destroy())
      })
    },
    says: /stats\.parquet: the download (was interrupted|ended at)/,
  },
  'a file of another content': {
    does: ({ replies }) => {
      replies.set(file, (response, bytes) => response.end(Buffer.alloc(bytes.length)))
    },
    says: /stats\.parquet: different content than in its manifest/,
  },
  'a file that drips': {
    does: ({ replies }, _bucket, clock) => {
      replies.set(file, (response) => {
        response.writeHead(200).write('P')
        clock()
      })
    },
    says: /stats\.parquet: the download was interrupted: it brought only \d bytes in 30 s/,
  },
  'a redirect to another host': {
    does: ({ replies }) => {
      const Location = 'http://files.example.org/'
      replies.set(file, (response) => response.writeHead(302, { Location }).end())
    },
    says: /redirects to http:\/\/files\.example\.org, which is not followed/,
  },
  'a manifest of 100,000 files': {
    does: async ({ replies }, bucket) => {
      const text = String(await bytesOf(bucket, `snapshots/${next}/manifest.json`))
      const files = Array(100_000).fill('a')
      const manifest = Buffer.from(JSON.stringify({ ...JSON.parse(text), files }))
      replies.set('current.json', pointTo((await pointerOf(bucket))!, manifest))
      replies.set(`${next}/manifest.json`, (response) => response.end(manifest))
    },
    says: /lists 100,000 files: at most 10,000 are read/,
  },
  'the snapshot of another bucket': {
    does: async ({ replies }, bucket) => {
      const manifest = await bytesOf(bucket, `snapshots/${id}/manifest.json`)
      replies.set('current.json', pointTo((await pointerOf(bucket))!, manifest))
      replies.set(`${next}/manifest.json`, (response) => response.end(manifest))
    },
    says: new RegExp(`manifest\\.json is that of ${id}`),
  },
}

/** The bytes of files that are not of a snapshot. */
async function strayBytes({ incoming }: Layout): Promise<number> {
  if (!existsSync(incoming)) return 0
  const names = await readdir(incoming, { recursive: true })
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(incoming, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

describe('a server that follows a hostile host', () => {
  it('serves the last good snapshot, says what is wrong, and stays within its bounds', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const bucket = await newBucket.file(t)
    await publishTo(bucket, folder, [])
    const host = await hostOf(t, bucket)
    const { places, served, look } = await following(t, host.url)
    const pass30s = async () => {
      const part = join(places.incoming, next, `${file}.part`)
      while (!(await stat(part).catch(() => null))?.size) await setImmediate()
      t.mock.timers.tick(30_000)
    }
    assert.equal(served.live?.id, id)
    await publishTo(bucket, layout(root).snapshot(next), [])
    for (const [what, { does, says }] of Object.entries(tricks)) {
      countFault()
      host.replies.clear()
      host.sent_bytes = 0
      await does(host, bucket, () => void pass30s())
      await look()
      const { problems } = served.state
      assert.match(problems.join(), says, what)
      assert.equal(served.live?.id, id, what)
      assert.deepEqual(await brokenIn(places), [], what)
      assert.ok(host.sent_bytes < 30e6, `${what}: ${host.sent_bytes} bytes were read`)
      const stray_bytes = await strayBytes(places)
      assert.ok(stray_bytes < 3e6, `${what}: ${stray_bytes} bytes are left`)
    }
    host.replies.clear()
    await rm(join(places.snapshot(id), 'public/farms.parquet')) // it would be linked
    await look()
    assert.deepEqual([served.live?.id, served.state.problems], [next, []])
  })

  it('is found out where it believes what it gets: a planted fault', async (t) => {
    const bucket = await newBucket.file(t)
    await publishTo(bucket, folder, [])
    const content = { bytes: 4, sha256: sha256('true') }
    const stream: Bucket['stream'] = async () => ({ from: 0, chunks: chunksOf('fake') })
    const path = join(await temporaryFolder(t), 'file')
    const bring = (digest?: () => Promise<typeof content>) =>
      download({ ...bucket, stream }, 'members/a', path, content, digest && { digest })
    await assert.rejects(bring(), /different content/)
    assert.ok(!existsSync(path))
    await bring(async () => content)
    assert.equal(await isWhole(path, content.sha256), false)
  })
})

async function* chunksOf(text: string) {
  yield Buffer.from(text)
}
