// Runs alone: it sets the clock and timers of its process.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { writeManifestText } from '../../../data/disk/manifest_file.ts'
import { layout } from '../../../data/schema/layout.ts'
import { readConfig } from '../../../server/config.ts'
import { farmRecord } from '../../../server/query/farm_json.ts'
import { lendSnapshot } from '../../../server/services.ts'
import { LiveSnapshots } from '../../../server/snapshot/live.ts'
import { copyOfBuild } from '../../support/build_folder.ts'
import { writeFeed } from '../../support/built_snapshot.ts'
import { fixtureFeed } from '../../support/fixture_farms.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { names, type ListBody } from '../../support/list_body.ts'
import { assertProblem } from '../../support/problem_document.ts'
import { openFiles } from '../../support/open_files.ts'
import { publishAgain } from '../../support/publish_again.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const fixture = await fixtureSnapshot({ after })
const [{ id: farmId } = { id: '' }] = await publishedFarms(fixture.folder)

const dataPaths = [
  '/v1/search?lat=44.411&lng=-72.14',
  '/v1/food?product=eggs',
  '/v1/farms?state=VT',
  `/v1/farms/${farmId}`,
  `/v1/farms/${farmId}/products`,
  `/v1/farms/${farmId}/hours`,
  `/v1/availability?farm_id=${farmId}&product=eggs`,
  '/v1/stats',
]
const errors = (server: TestServer) =>
  server.log
    .lines()
    .filter(({ level }) => level === 50)
    .map(({ msg }) => String(msg))

/** A build folder of the test's own, with its layout. */
async function ownBuild(t: TestContext) {
  const { root, id, folder } = await fixtureSnapshot(t)
  return { root, id, folder, places: layout(root) }
}

async function assertNotServing(server: TestServer): Promise<void> {
  assert.equal((await server.ask('/healthz', { key: null })).status, 200)
  for (const path of ['/readyz', ...dataPaths]) {
    const answer = await server.ask(path)
    assertProblem(answer, 503)
    assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/)
  }
}

async function assertServing(server: TestServer, id: string): Promise<void> {
  const ready = await server.ask<{ snapshot: string }>('/readyz', { key: null })
  assert.deepEqual([ready.status, ready.body.snapshot], [200, id])
  for (const path of dataPaths) assert.equal((await server.ask(path)).status, 200, path)
}

describe('a server without a valid snapshot', () => {
  it("lives, says why it can't answer, and recovers when a good one is published", async (t) => {
    const root = join(await temporaryFolder(t), 'build')
    const server = await startServer(t, root)
    await assertNotServing(server)
    assert.match(errors(server).join('\n'), new RegExp(`no snapshot in ${root}`))
    assert.equal(errors(server).length, 1, 'it says so once')
    await server.refresh()
    assert.equal(errors(server).length, 1)
    // In one step: the server looks by itself, and would find half of it.
    await rename(await copyOfBuild(t, fixture.root), root)
    await server.refresh()
    await assertServing(server, fixture.id)
  })

  it("refuses a damaged one whole, with the file's name, and takes up the next", async (t) => {
    const { root, id, folder } = await ownBuild(t)
    await truncate(join(folder, 'serving/columns.bin'), 100)
    const server = await startServer(t, root)
    await assertNotServing(server)
    assert.match(errors(server).join('\n'), /serving\/columns\.bin has 100 bytes/)
    assert.match(errors(server).join('\n'), new RegExp(id))
    await rm(folder, { recursive: true })
    await cp(fixture.folder, folder, { recursive: true })
    const next = await publishAgain(root, id, '00000001')
    await server.refresh()
    await assertServing(server, next)
  })

  it('says so where `current` names nothing', async (t) => {
    for (const text of ['', '\n', '20200101T000000Z-0badc0de\n', '../../etc\n', 'x'.repeat(5000)]) {
      const { root, places } = await ownBuild(t)
      await writeFile(places.current, text)
      const server = await startServer(t, root)
      await assertNotServing(server)
      assert.ok(errors(server).length > 0, JSON.stringify(text))
    }
  })
})

describe('a server with a valid snapshot', () => {
  it('keeps it while the next one is bad, and says which and why', async (t) => {
    const { root, id, places } = await ownBuild(t)
    const server = await startServer(t, root)
    const next = await publishAgain(root, id, '00000001')
    await rm(join(places.snapshot(next), 'serving/columns.bin'))
    await server.refresh()
    await assertServing(server, id)
    const [error] = errors(server)
    assert.match(
      error ?? '',
      new RegExp(`${next}.*serving/columns\\.bin is missing.*still serving ${id}`),
    )
    await server.refresh()
    assert.equal(errors(server).length, 1, 'it says so once')
    const good = await publishAgain(root, id, '00000002')
    await server.refresh()
    await assertServing(server, good)
  })

  it("keeps it when `current` goes, or can't be read", async (t) => {
    const { root, id, places } = await ownBuild(t)
    const server = await startServer(t, root)
    await rm(places.current)
    await server.refresh()
    await assertServing(server, id)
    await mkdir(places.current)
    await server.refresh()
    await assertServing(server, id)
    await rm(places.current, { recursive: true })
    const next = await publishAgain(root, id, '00000001')
    await server.refresh()
    await assertServing(server, next)
  })

  it('looks by itself for the next one', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const { root, id } = await ownBuild(t)
    const server = await startServer(t, root)
    const next = await publishAgain(root, id, '00000001')
    t.mock.timers.tick(1000)
    await server.refresh() // waits for the look that the timer began
    t.mock.timers.reset()
    await assertServing(server, next)
  })

  it('answers from the one before, too, and 410 for older ones', async (t) => {
    const { root, id } = await ownBuild(t)
    const server = await startServer(t, root)
    const at = (path: string, snapshot: string) =>
      server.ask(`${path}${path.includes('?') ? '&' : '?'}snapshot=${snapshot}`)
    const second = await publishAgain(root, id, '00000001')
    await server.refresh()
    for (const path of dataPaths)
      for (const each of [id, second]) assert.equal((await at(path, each)).status, 200, path)
    const third = await publishAgain(root, id, '00000002')
    await server.refresh()
    for (const path of dataPaths) {
      assertProblem(await at(path, id), 410)
      for (const each of [second, third]) assert.equal((await at(path, each)).status, 200, path)
    }
    const stats = await at('/v1/stats', second)
    assert.equal((stats.body as { data: { snapshot: string } }).data.snapshot, second)
  })

  it('closes the one that it lets go of when its last request is done', async (t) => {
    const { root, id, folder } = await ownBuild(t)
    const server = await startServer(t, root)
    assert.notDeepEqual(await openFiles(folder), [])
    const asked = dataPaths.map((path) => server.ask(path))
    await publishAgain(root, id, '00000001')
    await server.refresh()
    await publishAgain(root, id, '00000002')
    await server.refresh()
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200)
    assert.deepEqual(await openFiles(folder), [])
  })

  it('goes back to the one before where `current` does', async (t) => {
    const { root, id, places } = await ownBuild(t)
    const server = await startServer(t, root)
    const second = await publishAgain(root, id, '00000001')
    await server.refresh()
    await writeFile(places.current, `${id}\n`)
    await server.refresh()
    await assertServing(server, id)
    assert.equal((await server.ask(`/v1/stats?snapshot=${second}`)).status, 200)
  })
})

describe('LiveSnapshots', () => {
  it('hides what was removed before, in each snapshot that it opens', async (t) => {
    const { root, id, places } = await ownBuild(t)
    const removed = { reason: 'asked', at: '2026-06-02T00:00:00Z', expires: null, listings: [] }
    await writeFile(places.tombstones, JSON.stringify([{ ...removed, farm_id: farmId }]))
    const log = pino({ level: 'silent' })
    const snapshots = await LiveSnapshots.open(places, readConfig({}).snapshot, log)
    t.after(() => snapshots.close())
    const next = await publishAgain(root, id, '00000001')
    await snapshots.refresh()
    assert.deepEqual(snapshots.heldIds, [next, id])
    for (const each of snapshots.heldIds) {
      using lent = snapshots.lend(each)
      assert.deepEqual(lent?.snapshot.hidden.ids, [farmId], each)
    }
  })

  it('refuses the snapshot before the live one for a while, as it opens it after the start', async (t) => {
    const { root, id, places } = await ownBuild(t)
    const next = await publishAgain(root, id, '00000001')
    const manifest = await readFile(join(places.snapshot(next), 'manifest.json'), 'utf8')
    const text = JSON.stringify({ ...(JSON.parse(manifest) as object), previous: id })
    await writeManifestText(places.snapshot(next), text)
    const log = pino({ level: 'silent' })
    const snapshots = await LiveSnapshots.open(places, readConfig({}).snapshot, log)
    t.after(() => snapshots.close())
    assert.deepEqual(snapshots.heldIds, [next])
    assert.throws(() => lendSnapshot({ snapshots }, id), { kind: 'unavailable' })
    await snapshots.holdPrevious()
    for (const each of [next, id]) {
      using lent = lendSnapshot({ snapshots }, each)
      assert.equal(lent?.snapshot.id, each)
    }
    assert.equal(lendSnapshot({ snapshots }, '20200101T000000Z-0badc0de'), undefined)
  })

  it('keeps open what it has lent until it is given back', async (t) => {
    const { root, id, folder, places } = await ownBuild(t)
    const log = pino({ level: 'silent' })
    const snapshots = await LiveSnapshots.open(places, readConfig({}).snapshot, log)
    t.after(() => snapshots.close())
    const lent = snapshots.lend()!
    const { snapshot } = lent
    for (const suffix of ['00000001', '00000002']) {
      await publishAgain(root, id, suffix)
      await snapshots.refresh()
    }
    assert.equal(snapshots.lend(id), undefined)
    const { id: farm } = farmRecord(snapshot, 0, 'paid', 'profile')
    assert.ok(farm)
    const counted = await snapshot.database.rows('select count(*)::integer from farms')
    assert.deepEqual(counted, [[snapshot.farms]])
    lent[Symbol.dispose]()
    assert.deepEqual(await openFiles(folder), [])
  })
})

describe('LiveSnapshots.open(…, openTogether)', () => {
  it('lends a snapshot before it is live, since other threads may answer from it', async (t) => {
    const { root, id, places } = await ownBuild(t)
    const seen: unknown[] = []
    const note = (opened: string) => {
      using lent = snapshots.lend(opened)
      seen.push([opened, snapshots.live?.id, lent?.snapshot.id])
    }
    const snapshots = await LiveSnapshots.open(
      places,
      readConfig({}).snapshot,
      pino({ level: 'silent' }),
      undefined,
      async (opened, open) => {
        const held = await open()
        if (opened !== id) note(opened)
        return held
      },
    )
    t.after(() => snapshots.close())
    const next = await publishAgain(root, id, '00000003')
    await snapshots.refresh()
    assert.deepEqual(seen, [[next, id, next]])
    assert.deepEqual(snapshots.heldIds, [next, id])
  })
})

describe('a new snapshot under load', () => {
  it('fails no request and mixes no answer; paging goes on in the old one', async (t) => {
    const { root, id } = await ownBuild(t)
    const server = await startServer(t, root)
    const generation = /^(.*?)( \(new\))?$/
    const news = new Map<string, boolean>([[id, false]])
    const first = await server.ask<ListBody>('/v1/farms?per_page=30')
    const load = startLoad(server, (list) => {
      const { snapshot } = list.meta
      for (const name of names(list)) {
        const isNew = generation.exec(name)![2] !== undefined
        if (!news.has(snapshot)) news.set(snapshot, isNew)
        assert.equal(isNew, news.get(snapshot), `${name} in ${snapshot}`)
      }
    })
    const feed = fixtureFeed.map((farm) => ({ ...farm, name: `${farm.name} (new)` }))
    const next = await buildByCommand(root, await writeFeed(t, feed))
    await load.until(() => news.has(next))
    const answered = await load.stop()
    assert.ok(answered > 50, `${answered} requests`)
    assert.deepEqual(
      [...news],
      [
        [id, false],
        [next, true],
      ],
    )
    assert.equal((await server.ask<ListBody>('/v1/farms')).body.meta.snapshot, next)
    const second = await server.ask<ListBody>(first.body.links.next!)
    assert.equal(second.body.meta.snapshot, id)
    assert.ok(names(second.body).every((name) => !name.endsWith('(new)')))
  })
})

/** Runs the pipeline's own command, as the night does, and returns the snapshot's id. */
async function buildByCommand(root: string, feed: string): Promise<string> {
  const config = `${feed}.sources.json`
  // Every name changes.
  const sources = [{ kind: 'farm-feed', path: feed, gates: { 'values-changed': 1 } }]
  await writeFile(config, JSON.stringify({ sources }))
  const night = ['--at', '2026-06-02T00:00:00Z']
  const args = ['build', '--config', config, '--out', root, '--json', ...night]
  const program = fileURLToPath(new URL('../../../pipeline/main.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  return (JSON.parse(stdout) as { snapshot: string }).snapshot
}

/** Keeps 4 requests under way; every answer must be a good list that `check` accepts. */
function startLoad(server: TestServer, check: (list: ListBody) => void) {
  const paths = [
    '/v1/search?lat=44.411&lng=-72.14&radius=60',
    '/v1/search?lat=44.411&lng=-72.14&products=eggs',
    '/v1/food?product=honey',
    '/v1/farms?state=VT&sort=-quality_score&per_page=100',
    '/v1/farms?practices=organic',
  ]
  let answered = 0
  let isOver = false
  const waiting: { when: () => boolean; resolve: () => void }[] = []
  const worker = async (first: number) => {
    for (let n = first; !isOver; n++) {
      const { status, body, text } = await server.ask<ListBody>(paths[n % paths.length]!)
      assert.equal(status, 200, text)
      check(body)
      answered++
      for (const { when, resolve } of waiting) if (when()) resolve()
    }
  }
  const workers = Array.from({ length: 4 }, (_, n) => worker(n))
  const ended = Promise.all(workers)
  return {
    until: (when: () => boolean) =>
      Promise.race([ended, new Promise<void>((resolve) => waiting.push({ when, resolve }))]),
    async stop() {
      isOver = true
      await ended
      return answered
    },
  }
}
