import assert from 'node:assert/strict'
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { servingFile } from '../../../data/schema/serving/columns.ts'
import { Metrics } from '../../../server/app/monitoring/metrics.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { openFiles } from '../../support/open_files.ts'
import { assertProblem } from '../../support/problem_document.ts'
import { publishAgain } from '../../support/publish_again.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'

const [{ id: farmId } = { id: '' }, { id: otherId } = { id: '' }] = await publishedFarms(
  (await fixtureSnapshot({ after })).folder,
)

const inMemory = ['/v1/stats']
const fromDuckDB = [`/v1/farms/${otherId}/history`, `/v1/farms/${farmId}/history`]
const forAllKeys = [`/v1/farms/${farmId}`, '/v1/farms']
const fromCardsOnDisk = [
  '/v1/search?lat=44.411&lng=-72.14&sort=rating',
  '/v1/farms?sort=rating',
  ...forAllKeys,
]

/** A build folder of the test's own, and a server of it. */
async function served(t: TestContext) {
  const { root, id, folder } = await fixtureSnapshot(t)
  const server = await startServer(t, root)
  return { root, id, folder, places: layout(root), server }
}

async function statusOf(server: TestServer, path: string, key: 'free' | 'paid' = 'paid') {
  return (await server.ask(path, { key })).status
}

async function assertAnswered(server: TestServer, paths: string[], status = 200): Promise<void> {
  for (const path of paths) assert.equal(await statusOf(server, path), status, path)
}

type Ready = { snapshot: string; published: string | null; problems: string[] }
async function readiness(server: TestServer): Promise<Ready> {
  assert.equal(await statusOf(server, '/healthz'), 200)
  const { status, body } = await server.ask<Ready>('/readyz', { key: null })
  assert.equal(status, 200)
  return body
}

const said = (server: TestServer, what: RegExp) =>
  server.log.lines().filter(({ msg }) => what.test(String(msg)))

const advance = (server: TestServer, seconds: number) =>
  (server.clock.now = new Date(server.clock.now.getTime() + 1000 * seconds))

/** Flips a bit of a file so that only its content tells. Returns what undoes it. */
async function flipBit(path: string, share = 0.5): Promise<() => Promise<void>> {
  const [before, { atime, mtime }] = [await readFile(path), await stat(path)]
  const write = async (bytes: Buffer) => {
    await writeFile(path, bytes)
    await utimes(path, atime, mtime)
  }
  const damaged = Buffer.from(before)
  damaged[Math.floor(share * before.length)]! ^= 4
  await write(damaged)
  return () => write(before)
}

describe('a snapshot that is refused', () => {
  it('is tried again after pauses that grow, and taken up when it is whole', async (t) => {
    const { root, id, places, server } = await served(t)
    const next = await publishAgain(root, id, '00000001')
    const [from, aside] = [join(places.snapshot(next), servingFile), join(root, 'aside')]
    await rename(from, aside)
    await server.refresh()
    for (const pause of [1, 2, 4, 8]) {
      advance(server, pause)
      await server.refresh()
    }
    assert.equal(said(server, /columns\.bin is missing/).length, 1, 'the reason is logged once')
    const { snapshot, published, problems } = await readiness(server)
    assert.deepEqual([snapshot, published], [id, next])
    assert.match(problems.join(), new RegExp(`${next} is refused: serving/columns.bin is missing`))
    await assertAnswered(server, [...inMemory, ...fromDuckDB])

    await writeFile(from, 'too short') // another reason
    advance(server, 16)
    await server.refresh()
    assert.equal(said(server, /columns\.bin has 9 bytes/).length, 1)

    await rename(aside, from)
    await server.refresh()
    assert.equal((await readiness(server)).snapshot, id, 'the pause is not over')
    advance(server, 32)
    await server.refresh()
    assert.deepEqual(await readiness(server), {
      status: 'ready',
      snapshot: next,
      published: next,
      checks: { store: 'works', redis: null },
      fixed: false,
      problems: [],
    })
    assert.equal(said(server, /serving the snapshot/).length, 2)
  })

  it('does not keep a server that begins from serving the newest whole one before it', async (t) => {
    const { root, id, folder } = await fixtureSnapshot(t)
    const places = layout(root)
    const second = await publishAgain(root, id, 'fffffff2')
    await rm(join(places.snapshot(second), 'public/farms.parquet'))
    const third = await publishAgain(root, id, 'fffffff3')
    const mend = await flipBit(join(places.snapshot(third), 'members/farms.parquet'))
    await publishAgain(root, id, 'ffffffff') // rolled back from: not one before it
    await writeFile(places.current, `${third}\n`)
    const server = await startServer(t, root)
    const { snapshot, published, problems } = await readiness(server)
    assert.deepEqual([snapshot, published], [id, third])
    assert.match(problems.join(), /members\/farms\.parquet.*SHA-256/)
    await mend()
    advance(server, 60)
    await server.refresh()
    assert.equal((await readiness(server)).snapshot, third)
    assert.notDeepEqual(await openFiles(folder), [], 'the one before is kept for those who page')
  })
})

describe('a snapshot whose files are damaged while it is served', () => {
  for (const path of ['members/farms.parquet', servingFile])
    it(`gives way to the one before, and comes back when ${path} is whole again`, async (t) => {
      const { root, id, places, server } = await served(t)
      const second = await publishAgain(root, id, '00000001')
      await server.refresh()
      const mend = await flipBit(join(places.snapshot(second), path))
      await server.patrol()
      await server.patrol()
      const { snapshot, published, problems } = await readiness(server)
      assert.deepEqual([snapshot, published], [id, second])
      assert.ok(problems.some((each) => each.includes(`${second}/${path}`)))
      assert.equal(said(server, new RegExp(`snapshot file ${second}/${path}`)).length, 1)
      await assertAnswered(server, [...inMemory, ...fromDuckDB, ...fromCardsOnDisk])
      assert.deepEqual(await openFiles(places.snapshot(second)), [])
      await mend()
      advance(server, 60)
      await server.refresh()
      assert.equal((await readiness(server)).snapshot, second)
      assert.deepEqual((await readiness(server)).problems, [])
    })

  it('goes on with what is in memory where no other is whole', async (t) => {
    const { folder, id, server } = await served(t)
    await assertAnswered(server, [...inMemory, ...fromDuckDB, ...fromCardsOnDisk])
    const mendTable = await flipBit(join(folder, 'members/farms.parquet'))
    await server.patrol()
    await assertAnswered(server, [...inMemory, ...fromCardsOnDisk])
    await assertAnswered(server, fromDuckDB, 503) // even what was asked for before
    await assertAnswered(server, [`/v1/snapshots/${id}/files/members/farms.parquet`], 503)
    const mendColumns = await flipBit(join(folder, servingFile))
    await server.patrol()
    await assertAnswered(server, fromCardsOnDisk, 503)
    for (const path of [...forAllKeys, ...inMemory])
      assert.equal(await statusOf(server, path, 'free'), 200, path)
    assert.equal((await readiness(server)).problems.length, 2)
    await Promise.all([mendTable(), mendColumns()])
    advance(server, 60)
    await server.refresh()
    await assertAnswered(server, [...inMemory, ...fromDuckDB, ...fromCardsOnDisk])
    assert.deepEqual((await readiness(server)).problems, [])
  })

  it('goes on whole where only a download is damaged, which is a 503', async (t) => {
    const { folder, id, server } = await served(t)
    const file = `/v1/snapshots/${id}/files/public/stats.parquet`
    await assertAnswered(server, [file])
    const mend = await flipBit(join(folder, 'public/stats.parquet'))
    await assertAnswered(server, [file], 503) // at once: the file was written to
    await server.patrol()
    assertProblem(await server.ask(file), 503)
    await assertAnswered(server, [...inMemory, ...fromDuckDB, ...fromCardsOnDisk])
    assert.match((await readiness(server)).problems.join(), /public\/stats\.parquet/)
    await mend()
    await server.patrol()
    await assertAnswered(server, [file])
    assert.deepEqual((await readiness(server)).problems, [])
  })
})

describe('a build folder that vanishes', () => {
  it('leaves what is open in service, hides who was removed, and is taken up again', async (t) => {
    const { root, id, places, server } = await served(t)
    const tombstone = { farm_id: farmId, reason: 'asked', at: '2026-06-02T00:00:00Z' }
    const removed = [{ ...tombstone, expires: null, listings: [] }]
    await writeFile(places.tombstones, JSON.stringify(removed))
    await server.refresh()
    assert.equal(await statusOf(server, `/v1/farms/${farmId}`), 410)
    const away = `${root}-away`
    t.after(() => rm(away, { recursive: true, force: true }))
    await rename(root, away)
    await server.refresh()
    await server.refresh()
    assert.equal(said(server, /no snapshot in .*still serving/).length, 1)
    const { snapshot, published, problems } = await readiness(server)
    assert.deepEqual([snapshot, published], [id, null])
    assert.match(problems.join(), /no snapshot in/)
    await assertAnswered(server, ['/v1/stats', '/v1/farms', '/v1/farms?state=VT'])
    assert.equal(await statusOf(server, `/v1/farms/${farmId}`), 410, 'still removed')
    for (const path of [
      `/v1/farms/${otherId}/history`,
      '/v1/snapshots',
      `/v1/snapshots/${id}/files/stats.parquet`,
    ])
      assertProblem(await server.ask(path), 503)
    await server.patrol()
    await assertAnswered(server, ['/v1/stats', '/v1/farms'])
    await rename(away, root)
    advance(server, 60)
    await server.refresh()
    assert.deepEqual(await readiness(server), {
      status: 'ready',
      snapshot: id,
      published: id,
      checks: { store: 'works', redis: null },
      fixed: false,
      problems: [],
    })
    await assertAnswered(server, ['/v1/farms?state=VT', '/v1/snapshots'])
    assert.equal(await statusOf(server, `/v1/farms/${farmId}`), 410)
  })
})

describe('metrics', () => {
  it('say which snapshot is published, which is served, and what is wrong', async () => {
    const state = { published: 'b', served: 'a', problems: ['b is refused'] }
    const metrics = new Metrics({
      snapshots: { live: undefined, state },
      outages: { store: { isAway: false }, redis: undefined },
    })
    const text = await metrics.registry.metrics()
    const lines = text
      .split('\n')
      .filter((line) => /^farm_directory_snapshot(_problem)?\{/.test(line))
    assert.deepEqual(lines, [
      'farm_directory_snapshot{role="published",snapshot="b"} 1',
      'farm_directory_snapshot{role="served",snapshot="a"} 1',
      'farm_directory_snapshot_problem{problem="b is refused"} 1',
    ])
  })
})
