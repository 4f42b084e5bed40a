import assert from 'node:assert/strict'
import { rename, writeFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { layout } from '../../../../data/schema/layout.ts'
import { prune, rollback } from '../../../../pipeline/snapshots/retention.ts'
import { fixtureFreeNights, fixtureNights, nightsFarms } from '../../../support/fixture_nights.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'

type Key = 'free' | 'paid'
type Farm = { id: string; name: string; state: string } & Record<string, unknown>
type Row = {
  farm_id: string
  kind: string
  merged_into: string | null
  fields: string[]
  causes: string[] | null
  farm: Farm | null
}
type Page = {
  data: Row[]
  meta: { count: number; total: number; snapshot: string; since: string }
  links: { next?: string }
}

const { root, ids } = await fixtureNights({ after })
const places = layout(root)
const [first, second, third, , live] = ids as [string, string, string, string, string]
const server = await startServer({ after }, root, { now: new Date('2026-06-06T00:00:00Z') })
await server.refresh()
const goTo = async (id: string) => {
  await rollback(places, id)
  await server.refresh()
}

const page = async (query: string, key: Key = 'paid') =>
  (await server.ask<Page>(`/v1/changes?${query}`, { key })).body
const rowOf = async (name: string, query: string, key: Key = 'paid') =>
  (await page(query, key)).data.find(({ farm }) => farm?.name === name)

/** All rows, page by page. */
async function rows(query: string, key: Key, per_page = 100, of = server): Promise<Row[]> {
  const all: Row[] = []
  let next: string | undefined = `/v1/changes?${query}&per_page=${per_page}`
  while (next !== undefined) {
    const answer: Page = (await of.ask<Page>(next, { key })).body
    all.push(...answer.data)
    next = answer.links.next
  }
  return all
}

/** What a copy has of each tier, in the fields that do not move by themselves. */
const moving = ['last_listed', 'hours_confirmed_at', 'said_at', 'distance_mi']
const kept: Record<Key, string[]> = { free: [...moving, 'changed_at'], paid: moving }
const copyOf = (farm: object, key: Key) =>
  JSON.stringify(Object.entries(farm).filter(([name]) => !kept[key].includes(name)))

/** The live snapshot as lists have it, by id, with the product listings of profiles for paid keys. */
async function everyFarm(key: Key): Promise<Map<string, Farm>> {
  const { data } = (await server.ask<{ data: Farm[] }>('/v1/farms?per_page=100', { key })).body
  const whole = data.map(async (farm): Promise<[string, Farm]> => {
    if (key === 'free') return [farm.id, farm]
    const { body } = await server.ask<{ data: Farm }>(`/v1/farms/${farm.id}`)
    return [farm.id, { ...farm, product_listings: body.data['product_listings'] }]
  })
  return new Map(await Promise.all(whole))
}

const inState = (farms: Map<string, Farm>, state: string | null) =>
  new Map([...farms].filter(([, farm]) => state === null || state.split(',').includes(farm.state)))
const text = (farms: Map<string, Farm>, key: Key) =>
  [...farms.entries()].map(([id, farm]) => `${id} ${copyOf(farm, key)}`).toSorted()

describe('GET /v1/changes', () => {
  it('brings a copy of any night to any other, forth and back, whole or of one state', async (t) => {
    t.after(() => goTo(live))
    for (const key of ['paid', 'free'] as const) {
      const tables = new Map<string, Map<string, Farm>>()
      for (const id of ids) {
        await goTo(id)
        tables.set(id, await everyFarm(key))
      }
      for (const to of ids) {
        await goTo(to)
        for (const from of ids)
          for (const state of [null, 'VT', 'VT,ME']) {
            const copy = inState(tables.get(from)!, state)
            const query = `since=${from}${state === null ? '' : `&state=${state}`}`
            for (const { farm_id, farm } of await rows(query, key))
              if (farm) copy.set(farm_id, farm)
              else assert.ok(copy.delete(farm_id), `${farm_id} was never there`)
            const wanted = inState(tables.get(to)!, state)
            assert.deepEqual(text(copy, key), text(wanted, key), `${key} ${from} → ${to} ${state}`)
          }
      }
    }
  })

  it('says what became of each farm, and why', async () => {
    const told = (await rows(`since=${second}&state=VT`, 'paid')).map(
      ({ kind, farm, fields, causes }) => [kind, farm?.name, fields.join(), causes?.join()],
    )
    for (const expected of [
      ['added', nightsFarms.maple, '', 'source'], // delisted before, and back
      ['changed', nightsFarms.birch, 'product_listings', 'source'],
      ['changed', 'Aster Field Flowers', 'name', 'source'],
      ['changed', 'Larch Gate Ranch', '', ''], // sold out, and in stock again
      ['changed', 'Fern Valley Berries', 'products,categories', 'source'],
      ['added', 'Hudson Reach Vineyard', '', 'source'], // moved in from New York
      ['moved_out', undefined, '', 'source'],
      ['merged', undefined, '', 'source'],
      ['delisted', undefined, '', 'source'],
    ])
      assert.ok(
        told.some((each) => JSON.stringify(each) === JSON.stringify(expected)),
        `${JSON.stringify(expected)} in ${JSON.stringify(told)}`,
      )
  })

  it('names the farm that a merged one is part of', async () => {
    const merged = (await page(`since=${first}`)).data.find(({ kind }) => kind === 'merged')!
    const { body } = await server.ask<{ data: Farm }>(`/v1/farms/${merged.merged_into}`)
    assert.equal(body.data.name, 'Elm Row Orchard')
  })

  it('has prices and stock as they are now', async () => {
    const row = await rowOf(nightsFarms.birch, `since=${second}`)
    const [listing] = row!.farm!['product_listings'] as { price: number; in_stock: boolean }[]
    assert.deepEqual([listing!.price, listing!.in_stock], [4.5, true])
  })

  it('tells free keys nothing of what changed in paid fields alone', async () => {
    const free = (await rows(`since=${third}`, 'free')).map(({ farm }) => farm?.name)
    assert.ok(free.includes('Aster Field Flowers'))
    for (const name of ['Larch Gate Ranch', 'Quiet Harbor Greens', nightsFarms.birch])
      assert.ok(!free.includes(name), name)
    const paid = (await rows(`since=${third}`, 'paid')).map(({ farm }) => farm?.name)
    assert.ok(paid.includes('Larch Gate Ranch') && paid.includes('Quiet Harbor Greens'))
  })

  it('is the same for free keys in a world where no paid field has a value', async (t) => {
    const plain = await fixtureFreeNights(t)
    const own = await startServer(t, plain.root, { now: server.clock.now })
    await goTo(third)
    t.after(() => goTo(live))
    /** Lists show free keys changed_at, which moves with paid fields, and snapshots have ids. */
    const asked = async (of: typeof server, path: string) =>
      (await of.ask(path, { key: 'free' })).text
        .replaceAll(/"changed_at":"[^"]*"/g, '')
        .replaceAll(/\d{8}T\d{6}Z-[0-9a-f]{8}/g, (id) => id.slice(0, 8))
    for (const format of ['json', 'geojson', 'ndjson'])
      for (const night of [0, 1]) {
        const path = (since: string) => `/v1/changes?since=${since}&format=${format}`
        const here = await asked(server, path(ids[night]!))
        assert.equal(here, await asked(own, path(plain.ids[night]!)))
        assert.match(here, /Aster Field|Maple Bend/)
      }
  })

  it('leaves out what changed in other fields than those that the copy has', async () => {
    const names = async (query: string) =>
      (await rows(`since=${third}&${query}`, 'paid')).flatMap(({ farm }) => farm?.name ?? [])
    assert.deepEqual(await names('fields=id,name'), ['Aster Field Flowers'])
    assert.deepEqual(
      (await names('fields=name,product_listings')).toSorted(),
      ['Aster Field Flowers', nightsFarms.birch, 'Larch Gate Ranch'].toSorted(),
    )
    assert.deepEqual(await names('fields=id,farmer_name'), [])
    const { farm } = (await rowOf('Aster Field Flowers', `since=${third}&fields=name,id`))!
    assert.deepEqual(Object.keys(farm!), ['id', 'name'])
    const refused = await server.ask(`/v1/changes?since=${third}&fields=phone`, { key: 'free' })
    assertProblem(refused, 403)
  })

  it('is the same in every format', async () => {
    const { data } = await page(`since=${second}&per_page=100`)
    const asked = (format: string) =>
      server.ask<{ features: { id: string; geometry: unknown; properties: Row & Farm }[] }>(
        `/v1/changes?since=${second}&per_page=100&format=${format}`,
      )
    const ndjson = await asked('ndjson')
    assert.deepEqual(
      ndjson.text.trimEnd().split('\n'),
      data.map((row) => JSON.stringify(row)),
    )
    const { features } = (await asked('geojson')).body
    assert.deepEqual(
      features.map(({ properties }) => properties),
      data.map(({ farm, ...row }) => ({ ...row, ...farm })),
    )
    for (const [index, { id, geometry }] of features.entries()) {
      const { farm_id, farm } = data[index]!
      assert.equal(id, farm_id)
      const coordinates = farm && [farm['lng'], farm['lat']]
      assert.deepEqual(geometry, farm && { type: 'Point', coordinates })
    }
    const csv = parse<Record<string, string>>((await asked('csv')).text, {
      bom: true,
      columns: true,
    })
    assert.deepEqual(
      csv.map(({ farm_id, kind, name }) => [farm_id, kind, name]),
      data.map(({ farm_id, kind, farm }) => [farm_id, kind, farm?.name ?? '']),
    )
  })

  it('pages in one snapshot, since one snapshot', async () => {
    const { meta, links } = await page('since=2026-06-02T12:00:00Z&per_page=2')
    assert.deepEqual([meta.since, meta.snapshot, meta.count], [second, live, 2])
    const next = new URL(links.next!, server.url).searchParams
    assert.deepEqual([next.get('since'), next.get('snapshot')], [second, live])
    const ids = (await rows('since=2026-06-02T12:00:00Z', 'paid', 1)).map(({ farm_id }) => farm_id)
    assert.deepEqual(ids, ids.toSorted())
    assert.equal(ids.length, meta.total)
    assert.equal(new Set(ids).size, ids.length)
  })

  it('takes an instant for the newest snapshot built then or before', async () => {
    const since = async (instant: string) =>
      (await page(`since=${encodeURIComponent(instant)}`)).meta.since
    assert.equal(await since('2026-06-03'), second) // a date is its beginning
    assert.equal(await since('2026-06-03T02:00:00Z'), third)
    assert.equal(await since('2026-06-03T03:59:59+02:00'), second)
    assert.equal(await since('2026-06-05T23:00:00Z'), live)
  })
})

describe('GET /v1/changes since what it can not tell', () => {
  const ask = (since: string) => server.ask(`/v1/changes?since=${encodeURIComponent(since)}`)

  it('is a 410 that says from when it can, and what to do', async () => {
    for (const since of ['20250101T000000Z-00000000', '2026-05-31', '2026-06-01T01:59:59Z']) {
      const { detail, errors } = assertProblem(await ask(since), 410)
      assert.ok(detail.includes(first) && /\/v1\/farms/.test(detail), detail)
      assert.deepEqual(
        errors.map(({ parameter }) => parameter),
        ['since'],
      )
    }
  })

  it('is a 400 with what is nearest, in the future, mistyped or no snapshot', async () => {
    const suggestion = async (since: string) =>
      assertBadParameters(await ask(since), ['since']).errors[0]!.suggestion
    assert.equal(await suggestion('2026-06-07'), live)
    assert.equal(await suggestion('20270101T000000Z-00000000'), live)
    assert.equal(
      await suggestion(third.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))),
      third,
    )
    assert.equal(await suggestion('yesterday'), undefined)
    assertBadParameters(await server.ask('/v1/changes'), ['since'])
    assertBadParameters(await server.ask(`/v1/changes?since=${first}&state=Vermnt`), ['state'])
  })

  it("does not know causes where a snapshot between can't be read", async (t) => {
    const [folder, aside] = [places.snapshot(second), `${root}-aside`]
    const own = await startServer(t, root, { now: new Date('2026-06-06T00:00:00Z') })
    await rename(folder, aside)
    t.after(() => rename(aside, folder))
    const { body } = await own.ask<Page>(`/v1/changes?since=${first}&per_page=100`)
    assert.ok(body.data.length > 0 && body.data.every(({ causes }) => causes === null))
    const { status } = await own.ask(`/v1/changes?since=${second}`)
    assert.equal(status, 200) // by the log of the live snapshot
  })
})

describe('GET /v1/changes since snapshots that are pruned', () => {
  it('brings copies to the live snapshot by its log, causes included', async (t) => {
    const own = await fixtureNights(t)
    const now = new Date('2026-06-06T00:00:00Z')
    const tables = new Map<string, Map<string, Farm>>()
    const causes = new Map<string, (readonly unknown[])[]>()
    const told = (all: Row[]) =>
      all
        .filter(({ fields }) => fields.length > 0)
        .map(({ farm_id, kind, causes }) => [farm_id, kind, causes])
    for (const key of ['paid', 'free'] as const)
      for (const id of ids) {
        await goTo(id)
        tables.set(`${key} ${id}`, await everyFarm(key))
        await goTo(live)
        causes.set(`${key} ${id}`, told(await rows(`since=${id}`, key)))
      }
    await prune(layout(own.root), 2)
    const pruned = await startServer(t, own.root, { now })
    for (const key of ['paid', 'free'] as const)
      for (const from of ids.slice(0, 3))
        for (const state of [null, 'VT', 'VT,ME']) {
          const copy = inState(tables.get(`${key} ${from}`)!, state)
          const query = `since=${from}${state === null ? '' : `&state=${state}`}`
          const all = await rows(query, key, 100, pruned)
          for (const { farm_id, farm } of all)
            if (farm) copy.set(farm_id, farm)
            else assert.ok(copy.delete(farm_id), `${farm_id} was never there`)
          const wanted = inState(tables.get(`${key} ${live}`)!, state)
          assert.deepEqual(text(copy, key), text(wanted, key), `${key} ${from} ${state}`)
          if (state === null)
            for (const each of causes.get(`${key} ${from}`)!)
              assert.ok(
                told(all).some((other) => JSON.stringify(other) === JSON.stringify(each)),
                JSON.stringify(each),
              )
        }
    const day = (await pruned.ask<Page>('/v1/changes?since=2026-06-02T12:00:00Z')).body
    assert.equal(day.meta.since, second)
    assertProblem(await pruned.ask('/v1/changes?since=2026-05-31'), 410)
  })
})

describe('a farm that was taken out since the snapshot was built', () => {
  it('is told as removed, also to a copy of that very snapshot', async (t) => {
    const { farm_id } = (await rowOf(nightsFarms.birch, `since=${second}`))!
    t.after(async () => {
      await writeFile(places.tombstones, '[]')
      await server.refresh()
    })
    const tombstone = { farm_id, reason: 'asked to', at: '2026-06-05T12:00:00Z' }
    const entry = { ...tombstone, expires: null, listings: [] }
    await writeFile(places.tombstones, JSON.stringify([entry]))
    await server.refresh()
    for (const since of [first, second, live])
      for (const key of ['free', 'paid'] as const) {
        const told = (await rows(`since=${since}&state=VT`, key)).find(
          (row) => row.farm_id === farm_id,
        )
        assert.deepEqual([told!.kind, told!.farm, told!.causes], ['removed', null, ['decision']])
      }
  })
})
