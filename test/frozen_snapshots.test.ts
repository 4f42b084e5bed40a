import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { tellingFields } from '../data/schema/serving/change_log.ts'
import { readableVersions, schemaVersion, schemaVersions } from '../data/schema/versions.ts'
import { readManifest } from '../pipeline/snapshots/snapshots.ts'
import { verifySnapshot } from '../pipeline/snapshots/verify.ts'
import { buildSnapshot } from './support/built_snapshot.ts'
import { fixtureFeed } from './support/fixture_farms.ts'
import { freezeSnapshot, frozenSnapshot, frozenVersions } from './support/frozen_snapshots.ts'
import type { ListBody } from './support/list_body.ts'
import { publishedFarms } from './support/published_farms.ts'
import { startServer, type TestServer } from './support/running_server.ts'
import type { Lifetime } from './support/temporary_folder.ts'

// A snapshot that others have downloaded must not change any more: once, when a version is new.
if (process.env['RECORD']) await freezeSnapshot({ after }, schemaVersion)
const kept = frozenVersions()

describe('schema versions', () => {
  it('say what each brought, and what to change for it', () => {
    const numbers = schemaVersions.map(({ version }) => version)
    const all = Array.from({ length: schemaVersion }, (_, index) => schemaVersion - index)
    assert.deepEqual(numbers, all)
  })

  it('have a snapshot each that is read, as it was published', () => {
    for (const version of readableVersions)
      assert.ok(kept.includes(version), `${version}: RECORD=1 writes it`)
  })
})

/** Starts a server of a frozen snapshot, which it must be able to open. */
async function serve(life: Lifetime, root: string): Promise<TestServer> {
  const server = await startServer(life, root)
  const { status } = await server.ask('/readyz', { key: null })
  const remedy = 'what a schema version adds needs its `since` (data/schema/versions.json)'
  assert.equal(status, 200, `${remedy}: ${server.log.text()}`)
  return server
}

/** The ids of all farms that are listed, in order. */
async function listedIds(server: TestServer, path = '/v1/farms?per_page=100'): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | undefined = path; next;) {
    const { body }: { body: ListBody } = await server.ask<ListBody>(next)
    ids.push(...body.data.map(({ id }) => id))
    next = body.links.next
  }
  return ids
}

for (const version of readableVersions.filter((each) => kept.includes(each)))
  describe(`a snapshot of schema version ${version}`, () => {
    it('is served: every list, profile and figure', async (t) => {
      const { places, id } = await frozenSnapshot(t, version)
      const farms = await publishedFarms(places.snapshot(id))
      const server = await serve(t, places.root)
      const ids = farms.map((farm) => farm.id)
      assert.deepEqual((await listedIds(server)).toSorted(), ids.toSorted())
      for (const farm of farms) {
        const { body } = await server.ask<{ data: { name: string } }>(`/v1/farms/${farm.id}`)
        assert.equal(body.data.name, farm.name)
      }
      for (const path of [
        '/v1/search?near=Danville,+VT&radius=50&products=eggs&facets=products',
        '/v1/food?product=eggs&state=VT',
        '/v1/farms?q=farm&open_on=sat',
        '/v1/listings?product=eggs',
        '/v1/stats',
        '/v1/suggest?q=dan',
        '/v1/vocabulary',
        '/v1/market/landscape?near=Danville,+VT&radius=50',
        '/v1/market/prices?near=Danville,+VT&product=eggs',
        `/v1/farms/${ids[0]}/history`,
        `/v1/snapshots/${id}/changes`,
        `/v1/snapshots/${id}/files/public/farms.parquet`,
      ])
        assert.equal((await server.ask(path)).status, 200, path)
      for (const path of ['/', '/data', `/farms/${ids[0]}`])
        assert.equal((await server.ask(path, { key: null })).status, 200, path)
    })

    it('is filtered by columns that its serving file may lack', async (t) => {
      const { places, id } = await frozenSnapshot(t, version)
      const { edition } = await readManifest(places.snapshot(id))
      const farms = await publishedFarms(places.snapshot(id))
      const server = await serve(t, places.root)
      const { zip, updated_at, first_listed } = farms.find((farm) => farm.zip && farm.updated_at)!
      assert.ok(zip && updated_at && first_listed && edition)
      const assertListed = async (query: string, expected: typeof farms) => {
        assert.ok(expected.length > 0, query)
        const { body } = await server.ask<ListBody>(`/v1/farms?per_page=100&${query}`)
        assert.equal(body.meta.total, expected.length, query)
      }
      const isFrom = (date: string | null, from: string) => date !== null && date >= from
      await assertListed(`zip=${zip}`, farms.filter((farm) => farm.zip === zip)) // prettier-ignore
      await assertListed(`updated_since=${updated_at}`, farms.filter((farm) => isFrom(farm.updated_at, updated_at))) // prettier-ignore
      await assertListed(`first_listed_since=${first_listed}`, farms.filter((farm) => isFrom(farm.first_listed, first_listed))) // prettier-ignore
      await assertListed(`last_listed_since=${edition}`, farms.filter((farm) => isFrom(farm.last_listed, edition))) // prettier-ignore
    })

    it('is sorted by rating, which its serving file may lack', async (t) => {
      const { places, id } = await frozenSnapshot(t, version)
      const farms = await publishedFarms(places.snapshot(id))
      const server = await serve(t, places.root)
      const listed = await listedIds(server, '/v1/farms?per_page=100&sort=rating')
      const rating = (farm: (typeof farms)[number]) => farm.google_rating ?? -1
      assert.ok(new Set(farms.map(rating)).size > 1)
      const sorted = farms.toSorted((a, b) => rating(b) - rating(a) || (a.id < b.id ? -1 : 1))
      assert.deepEqual(
        listed,
        sorted.map((farm) => farm.id),
      )
    })

    it('is found whole', async (t) => {
      const { places, id } = await frozenSnapshot(t, version)
      assert.deepEqual((await verifySnapshot(places.snapshot(id))).problems, [])
    })

    it('hands its ids on to the next build, which passes every gate and tells its changes', async (t) => {
      const { places, id } = await frozenSnapshot(t, version)
      const before = await publishedFarms(places.snapshot(id))
      const { folder, root } = await buildSnapshot(t, {
        root: places.root,
        feed: fixtureFeed,
        now: new Date('2026-06-02T00:00:00Z'),
        accepted: [],
      })
      const farms = await publishedFarms(folder)
      assert.deepEqual(
        farms.map((farm) => farm.id),
        before.map((farm) => farm.id),
      )
      const server = await startServer(t, root)
      for (const tier of ['free', 'paid'] as const) {
        const valueOf = (farm: object, field: string) => Reflect.get(farm, field) ?? null
        const changed = farms.filter((farm, at) =>
          tellingFields[tier].some(
            (field) => !isDeepStrictEqual(valueOf(farm, field), valueOf(before[at]!, field)),
          ),
        )
        const { body } = await server.ask<ListBody>(`/v1/changes?since=${id}`, { key: tier })
        assert.equal(body.meta.total, changed.length, tier)
      }
    })
  })
