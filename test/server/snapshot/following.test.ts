// Runs alone: its hook would run before tests of other files.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, readdir, rename, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { after, beforeEach, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { writeManifestText } from '../../../data/disk/manifest_file.ts'
import type { Bucket } from '../../../data/bucket/bucket.ts'
import { layout, type Layout } from '../../../data/schema/layout.ts'
import type { Tombstone } from '../../../data/schema/tombstones.ts'
import { publishTo } from '../../../pipeline/snapshots/bucket/publish.ts'
import { pruneBucket, rollbackIn } from '../../../pipeline/snapshots/bucket/retention.ts'
import { readConfig } from '../../../server/config.ts'
import { openFollower } from '../../../server/snapshot/following/follower.ts'
import { LiveSnapshots } from '../../../server/snapshot/live.ts'
import { bytesOf, manifestIn, newBucket, pointerOf, sha256 } from '../../support/buckets.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { publishAgain } from '../../support/publish_again.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { failure, startS3 } from '../../support/s3_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const s3 = await startS3({ after })
const { root, id, folder } = await fixtureSnapshot({ after })
const next = await publishAgain(root, id, 'fffffff0')
const third = await publishAgain(root, next, 'fffffff1')
const folderOf = (snapshot: string) => layout(root).snapshot(snapshot)
const [farm, ...others] = await publishedFarms(folder)
const farms = others.length + 1

beforeEach(() => {
  s3.interfere = () => undefined
  s3.asked.length = 0
})

/** What serves from an empty folder that follows a bucket, and looks when the test says so. */
async function follower(
  t: TestContext,
  url: string,
  { places: shared, ...given }: { fixed?: string; places?: Layout } = {},
) {
  const places = shared ?? layout(join(await temporaryFolder(t), 'build'))
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const clock = { now: Date.now() }
  const { snapshot } = readConfig({})
  const options = { ...snapshot, ...given }
  const snapshots = await LiveSnapshots.open(places, options, log, () => clock.now)
  const following = { layout: places, url, period_ms: 3_600_000, keep: 2, ...given }
  const followed = (await openFollower(following, snapshots, log, () => new Date(clock.now)))!
  t.after(async () => {
    await followed.close()
    await snapshots.close()
  })
  const look = () => followed.look()
  await look()
  return {
    places,
    snapshots,
    look,
    log: () => lines.join(''),
    problems: () => snapshots.state.problems.join(),
    /** Looks when what failed is due again. */
    lookLater() {
      clock.now += 600_000
      return look()
    },
  }
}
type Following = Awaited<ReturnType<typeof follower>>

function assertServes({ snapshots }: Pick<Following, 'snapshots'>, id: string): void {
  const { served, published, problems } = snapshots.state
  assert.deepEqual([served, published, problems], [id, id, []])
  assert.equal(snapshots.live?.farms, farms)
}

/** The key of the endpoint for one of a bucket. */
const keyOf = ({ address }: Bucket, key: string) => `${address.replace('s3://farms/', '')}/${key}`

/** A night of which one file is other than before. */
async function changedSnapshot(t: TestContext) {
  const own = await fixtureSnapshot(t)
  const changed = await publishAgain(own.root, own.id, 'fffffff2')
  const place = layout(own.root).snapshot(changed)
  const content = Buffer.alloc(5000, 'other')
  await writeFile(join(place, 'members/registry.parquet'), content)
  const manifest = await manifestIn(place)
  const file = manifest.files.find(({ path }) => path === 'members/registry.parquet')!
  Object.assign(file, { bytes: content.length, sha256: sha256(content) })
  await writeManifestText(place, JSON.stringify(manifest))
  return { id: changed, folder: place, sha256: file.sha256 }
}

/** Stores a pointer with other fields and a higher sequence. */
async function repoint(bucket: Bucket, fields: object): Promise<void> {
  const said = (await pointerOf(bucket))!
  const body = Buffer.from(JSON.stringify({ ...said, sequence: said.sequence + 9, ...fields }))
  const key = keyOf(bucket, 'current.json')
  s3.objects.set(key, { ...s3.objects.get(key)!, body, etag: `"${sha256(body)}"` })
}

describe('two servers that follow one bucket', () => {
  type Ready = { snapshot: string; published: string; fixed: boolean; problems: string[] }
  const readiness = async (server: TestServer) =>
    (await server.ask<Ready>('/readyz', { key: null })).body

  it('take up what is published, without a request that fails', async (t) => {
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const settings = { SNAPSHOTS_URL: bucket.address, SNAPSHOTS_POLL_SECONDS: '1' }
    const start = async () => startServer(t, join(await temporaryFolder(t), 'build'), { settings })
    const servers = [await start(), await start()]
    for (const server of servers) await server.refresh()
    let isDone = false
    const failed: number[] = []
    const load = servers.map(async (server) => {
      while (!isDone) {
        const { status } = await server.ask('/v1/search?lat=44.411&lng=-72.14')
        if (status !== 200) failed.push(status)
      }
    })
    await publishTo(bucket, folderOf(next), [])
    for (const server of servers)
      while ((await readiness(server)).snapshot !== next) await server.ask('/healthz')
    isDone = true
    await Promise.all(load)
    assert.deepEqual(failed, [])
    for (const server of servers) {
      const { published, fixed, problems } = await readiness(server)
      assert.deepEqual([published, fixed, problems], [next, false, []])
      assert.equal((await server.ask(`/v1/farms?snapshot=${id}`)).status, 200)
    }
    s3.interfere = () => failure(403, 'SignatureDoesNotMatch')
    const [server] = servers
    await server!.refresh()
    const { snapshot, problems } = await readiness(server!)
    assert.equal(snapshot, next)
    assert.match(problems.join(), /current\.json: the secret key does not belong to the access key/)
    for (const secret of ['AKIATESTSONLY', 'secret key of the', 'session token of'])
      assert.ok(!server!.log.text().includes(secret))
  })
})

describe('what follows a bucket', () => {
  it('says why there is none while nothing is published, then takes it up', async (t) => {
    const bucket = await newBucket.file(t)
    const server = await follower(t, bucket.address)
    assert.match(server.problems(), /nothing is published in file:/)
    await publishTo(bucket, folder, [])
    await server.look()
    assertServes(server, id)
  })

  it('downloads only what it lacks, and keeps the live one and the one before', async (t) => {
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const server = await follower(t, bucket.address)
    s3.asked.length = 0
    for (const each of [next, third]) {
      await publishTo(bucket, folderOf(each), [])
      await server.look()
      assertServes(server, each)
    }
    const read = s3.asked.filter(({ what }) => /^GET .*(public|members)\//.test(what))
    assert.deepEqual(read, [])
    assert.deepEqual((await readdir(server.places.snapshots)).toSorted(), [next, third])
    assert.ok(!existsSync(server.places.incoming))
    s3.asked.length = 0
    await server.look()
    assert.equal(s3.asked.length, 1, 'one question while nothing changes')
  })

  it('holds the one before also when it begins', async (t) => {
    const bucket = await newBucket.file(t)
    const own = await fixtureSnapshot(t)
    const later = await publishAgain(own.root, own.id, 'fffffff3')
    const place = layout(own.root).snapshot(later)
    const manifest = { ...(await manifestIn(place)), previous: id }
    await writeManifestText(place, JSON.stringify(manifest))
    for (const each of [folder, place]) await publishTo(bucket, each, [])
    const server = await follower(t, bucket.address)
    assertServes(server, later)
    assert.deepEqual(server.snapshots.heldIds, [later, id])
  })

  it('keeps what it has where a file is not right, says so, and tries again', async (t) => {
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const server = await follower(t, bucket.address)
    const changed = await changedSnapshot(t)
    await publishTo(bucket, changed.folder, [])
    const key = keyOf(bucket, `members/${changed.sha256}`)
    const whole = s3.objects.get(key)!
    const other = Buffer.from(whole.body)
    other[99]! ^= 1
    for (const [body, says] of [
      [null, /no such object/],
      [other, /different content than in its manifest/],
      [Buffer.concat([whole.body, other]), /longer than in its manifest/],
      [whole.body.subarray(0, -9), /the download ended at 4991 bytes/],
    ] as const) {
      if (body) s3.objects.set(key, { ...whole, body })
      else s3.objects.delete(key)
      await server.lookLater()
      const { served, published } = server.snapshots.state
      assert.deepEqual([served, published], [id, changed.id])
      assert.match(server.problems(), says)
      assert.match(server.problems(), new RegExp(`^${bucket.address}/members/${changed.sha256}: `))
      assert.ok(!existsSync(server.places.snapshot(changed.id)))
    }
    assert.match(server.log(), /different content.*; still serving/)
    s3.objects.set(key, whole)
    await server.look()
    assert.equal(server.snapshots.live?.id, id, 'not at once')
    await server.lookLater()
    assertServes(server, changed.id)
  })

  it('goes on where a download was broken off', async (t) => {
    const bucket = await newBucket.s3()
    const changed = await changedSnapshot(t)
    await publishTo(bucket, changed.folder, [])
    const key = keyOf(bucket, `members/${changed.sha256}`)
    const { body } = s3.objects.get(key)!
    const headers = { 'Content-Length': String(body.length) }
    const places = layout(join(await temporaryFolder(t), 'build'))
    const part = join(places.incoming, changed.id, 'members/registry.parquet.part')
    const arrived = async () => {
      while ((await stat(part)).size < 1000) await setImmediate()
    }
    s3.interfere = ({ method, key: asked }) =>
      method === 'GET' && asked === key
        ? { headers, body: body.subarray(0, 1000), cut: arrived() }
        : undefined
    const server = await follower(t, bucket.address, { places })
    assert.match(server.problems(), /was interrupted/)
    s3.interfere = () => undefined
    s3.asked.length = 0
    await server.lookLater()
    assertServes(server, changed.id)
    const again = s3.asked.find(({ what }) => what === `GET ${key}`)
    assert.equal(again?.headers.get('range'), 'bytes=1000-')
  })

  it('reads the pointer while a download stands still: a new one ends it', async (t) => {
    // No deadline of a download comes: only the pointer can end it.
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const server = await follower(t, bucket.address)
    const changed = await changedSnapshot(t)
    await publishTo(bucket, changed.folder, [])
    const key = keyOf(bucket, `members/${changed.sha256}`)
    const { body } = s3.objects.get(key)!
    const headers = { 'Content-Length': String(body.length) }
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    t.after(() => end())
    const { promise: began, resolve: begin } = Promise.withResolvers<void>()
    s3.interfere = ({ method, key: asked }) => {
      if (method !== 'GET' || asked !== key) return undefined
      begin()
      return { headers, body: body.subarray(0, 1000), cut: isOver }
    }
    const stuck = server.look()
    await began
    s3.asked.length = 0
    const again = server.look()
    while (!s3.asked.some(({ what }) => what.endsWith('current.json'))) await setImmediate()
    await rollbackIn(bucket, id)
    await Promise.all([server.look(), again, stuck])
    assertServes(server, id)
    assert.doesNotMatch(
      server.log(),
      /was interrupted/,
      'nobody is told of a download that nobody needs',
    )
    s3.interfere = () => undefined
    await publishTo(bucket, folderOf(third), [])
    await server.look()
    assertServes(server, third)
  })

  it('tells an older pointer from a rollback', async (t) => {
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const key = keyOf(bucket, 'current.json')
    const old = s3.objects.get(key)!
    await publishTo(bucket, folderOf(next), [])
    const server = await follower(t, bucket.address)
    s3.objects.set(key, old)
    await server.look()
    const { served, published } = server.snapshots.state
    assert.deepEqual([served, published], [next, next])
    assert.match(server.problems(), /is older than before: current\.json names/)
    await rollbackIn(bucket, id)
    await server.look()
    assertServes(server, id)
  })

  it('never shows a removed farm again, whatever the pointer says', async (t) => {
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const server = await follower(t, bucket.address)
    // The farm is in this snapshot too: only the list of removed ones keeps it out.
    const removed: Tombstone = {
      farm_id: farm!.id,
      reason: 'a request',
      at: '2026-05-01T00:00:00Z',
      expires: null,
      listings: [],
    }
    await publishTo(bucket, folderOf(next), [removed])
    await server.look()
    assertServes(server, next)
    assert.ok(server.snapshots.removedFarms.has(farm!.id))
    await repoint(bucket, { removed_farms: { bytes: 3, sha256: sha256('[]\n') } })
    await server.look()
    assert.ok(server.snapshots.removedFarms.has(farm!.id))
    assert.doesNotMatch(await readFile(server.places.tombstones, 'utf8'), /a request/)
    assert.equal((await stat(server.places.tombstones)).mode & 0o007, 0)
    await repoint(bucket, { removed_farms: { bytes: 3, sha256: sha256('gone') } })
    await server.look()
    assert.match(server.problems(), /the removed farms, is missing/)
  })

  it('shows a farm again whose removal was lifted, and hides it if it is removed again', async (t) => {
    const bucket = await newBucket.s3()
    const at = '2026-05-01T00:00:00Z'
    const removed = { farm_id: farm!.id, reason: 'a request', at, expires: null, listings: [] }
    await publishTo(bucket, folder, [removed])
    const server = await follower(t, bucket.address)
    const shows = async (snapshot: string, tombstone: Tombstone) => {
      await publishTo(bucket, folderOf(snapshot), [tombstone])
      await server.look()
      assertServes(server, snapshot)
      return !server.snapshots.removedFarms.has(farm!.id)
    }
    assert.ok(server.snapshots.removedFarms.has(farm!.id))
    assert.ok(await shows(next, { ...removed, lifted: true }))
    assert.ok(!(await shows(third, removed)))
  })

  it('refuses paths that lead elsewhere, and manifests that the pointer does not name', async (t) => {
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const key = keyOf(bucket, `snapshots/${id}/manifest.json`)
    const manifest = s3.objects.get(key)!
    const text = String(manifest.body)
    s3.objects.set(key, { ...manifest, body: Buffer.from(`${text} `) })
    const server = await follower(t, bucket.address)
    assert.match(server.problems(), /manifest\.json differs from current\.json/)
    for (const [instead, says] of [
      ['public/..', /it lists public\/\.\., which can't be|a path inside/],
      ['public/farms.parquet', /it lists public\/farms\.parquet/],
      ['../../stats', /a path inside the snapshot/],
    ] as const) {
      const body = Buffer.from(text.replace('public/stats.parquet', instead))
      s3.objects.set(key, { ...manifest, body })
      await repoint(bucket, { snapshots: [{ id, manifest_sha256: sha256(body) }] })
      await server.lookLater()
      assert.match(server.problems(), says)
      assert.ok(!existsSync(server.places.incoming))
    }
  })

  it('goes on where its folder is gone, and when it is back', async (t) => {
    const bucket = await newBucket.file(t)
    await publishTo(bucket, folder, [])
    const server = await follower(t, bucket.address)
    const away = `${server.places.root}-away`
    await rename(server.places.root, away)
    await server.look()
    assert.match(server.problems(), /build is gone/)
    assert.equal(server.snapshots.live?.id, id)
    await rename(away, server.places.root)
    await server.lookLater()
    assertServes(server, id)
  })

  it('mends a file of its own that is damaged', async (t) => {
    const bucket = await newBucket.file(t)
    await publishTo(bucket, folder, [])
    const server = await follower(t, bucket.address)
    await truncate(join(server.places.snapshot(id), 'members/farms.parquet'), 100)
    await server.snapshots.patrol()
    assert.match(server.problems(), /farms\.parquet/)
    await server.look()
    assertServes(server, id)
  })

  it('leaves the folder to one of those that share it, and says what that one says', async (t) => {
    const bucket = await newBucket.file(t)
    await publishTo(bucket, folder, [])
    const first = await follower(t, bucket.address)
    const second = await follower(t, bucket.address, { places: first.places })
    assertServes(second, id)
    await bucket.remove('current.json')
    for (const each of [first, second]) {
      await each.look()
      assert.match(each.problems(), /nothing is published in/)
    }
  })

  it('reads a static host, with a password that it never says', async (t) => {
    const bucket = await newBucket.file(t)
    await publishTo(bucket, folder, [])
    let isOpen = true
    const host = createServer((request, response) => {
      const isKnown = request.headers.authorization === `Basic ${btoa('ann:pass word')}`
      if (!isKnown || !isOpen) return void response.writeHead(403).end()
      bytesOf(bucket, request.url!.replace('/farms/', '')).then(
        (bytes) => response.writeHead(200, { ETag: `"${bytes.length}"` }).end(bytes),
        () => response.writeHead(404).end(),
      )
    }).listen(0, '127.0.0.1')
    await once(host, 'listening')
    t.after(async () => {
      host.close().closeAllConnections()
    })
    const { port } = host.address() as AddressInfo
    const server = await follower(t, `http://ann:pass%20word@127.0.0.1:${port}/farms`)
    assertServes(server, id)
    isOpen = false
    await server.look()
    assert.match(server.problems(), /current\.json: the host answers 403/)
    assert.doesNotMatch(server.log(), /pass|ann:/)
  })

  it('serves one snapshot for good where it is fixed', async (t) => {
    const bucket = await newBucket.s3()
    for (const each of [id, next]) await publishTo(bucket, folderOf(each), [])
    const server = await follower(t, bucket.address, { fixed: id })
    assertServes(server, id)
    assert.equal(server.snapshots.state.fixed, true)
    await publishTo(bucket, folderOf(third), [])
    await pruneBucket(bucket, 2)
    await server.look()
    assertServes(server, id)
  })
})

describe('a server of a fixed snapshot', () => {
  it('does not take up what goes live, and serves no other', async (t) => {
    const own = await fixtureSnapshot(t)
    const server = await startServer(t, own.root, { settings: { SNAPSHOT: own.id } })
    await publishAgain(own.root, own.id, 'ffffffff')
    await server.refresh()
    const { body } = await server.ask<Record<string, unknown>>('/readyz', { key: null })
    assert.deepEqual([body['snapshot'], body['published'], body['fixed']], [own.id, own.id, true])
    const places = layout(own.root)
    const fixed = own.id.replace(/.{8}$/, 'fffffff9')
    const options = { ...readConfig({}).snapshot, fixed }
    const none = await LiveSnapshots.open(places, options, pino({ level: 'silent' }))
    t.after(() => none.close())
    assert.equal(none.live, undefined)
    assert.match(none.state.problems.join(), /fffffff9 is refused/)
  })
})
