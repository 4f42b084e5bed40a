import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { layout } from '../../../../data/schema/layout.ts'
import { rollback } from '../../../../pipeline/snapshots/retention.ts'
import { wholeSeconds } from '../../../../pipeline/read/instant.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer, type TestServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

type Entry = { change: string; field: string | null; before: unknown; after: unknown }
type Data<Content> = { data: Content }

const life = { after }
const root = join(await temporaryFolder(life), 'build')
const places = layout(root)

const elm = { name: 'Elm Row Orchard', state: 'VT', city: 'Danville', products: ['apples'] }
const birch = { name: 'Birch Hollow Creamery', state: 'VT', lat: 44.4, lng: -72.1 }
const night = (day: number, feed: object[], elmOnMap: { lat: number; lng: number }) =>
  buildWithMap(feed, elmOnMap, new Date(Date.UTC(2026, 0, day)))

/** Each night has a feed, and a map on which Elm Row Orchard stands somewhere. */
async function buildWithMap(feed: object[], { lat, lng }: { lat: number; lng: number }, now: Date) {
  const path = join(await temporaryFolder(life), 'map.geojson')
  const feature = {
    type: 'Feature',
    id: 'node/1',
    properties: { shop: 'farm', name: elm.name },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }
  await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  const map = { kind: 'geojson', path, retrieved_at: wholeSeconds(now) }
  return buildSnapshot(life, { root, feed, sources: [map], now })
}

const [goneName, goneSince] = ['Larch Gate Ranch', '2025-06-01']
const [elmAt, farAway] = [
  { lat: 44.41, lng: -72.14 },
  { lat: 42.9, lng: -73.1 },
]
const first = await night(
  1,
  [
    { source_id: 'elm', ...elm, ...elmAt },
    { source_id: 'birch', ...birch, phone: '(802) 555-0101' },
    { source_id: 'gone', name: goneName, state: 'ME', updated_at: `${goneSince}T00:00:00Z` },
  ],
  farAway,
)
const second = await night(
  2,
  [
    { source_id: 'elm', ...elm, ...elmAt },
    { source_id: 'birch', ...birch, products: ['cheese'], phone: '(802) 555-0102' },
  ],
  elmAt,
)
const idOf = async (folder: string, name: string, source: string) => {
  type Farm = { id: string; name: string; sources: string[] }
  const { rows } = await readParquet<Farm>(join(folder, 'members/farms.parquet'))
  return rows.find((farm) => farm.name === name && farm.sources.includes(source))!.id
}
const birchId = await idOf(second.folder, birch.name, 'farm-feed')
const elmId = await idOf(second.folder, elm.name, 'farm-feed')
const goneId = await idOf(first.folder, goneName, 'farm-feed')
const mapId = await idOf(first.folder, elm.name, 'geojson')
const onFeedId = await idOf(first.folder, elm.name, 'farm-feed')
/** Of two farms that are one now, the id that is no more. */
const mergedId = mapId === elmId ? onFeedId : mapId
const server = await startServer(life, root)
await server.refresh() // waits for the snapshot before the live one, too

describe('GET /v1/snapshots', () => {
  it('lists what is published, the newest first, and says what can be asked', async () => {
    const { status, body } = await server.ask<Data<Record<string, unknown>[]>>('/v1/snapshots')
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.map(({ id, live, queryable, farms }) => ({ id, live, queryable, farms })),
      [
        { id: second.id, live: true, queryable: true, farms: 2 },
        { id: first.id, live: false, queryable: true, farms: 4 },
      ],
    )
  })
})

describe('GET /v1/catalog.json', () => {
  type Link = { rel: string; href: string }
  type Stac = { type: string; stac_version: string; version: string; links: Link[] }
  const here = 'http://here/v1/catalog.json'
  const collectionAt = async ({ href }: Link) => {
    const { pathname } = new URL(href, here)
    const found = await server.ask<Stac>(pathname, { key: null })
    assert.equal(found.status, 200, pathname)
    return found.body
  }

  it('leads without a key to the collection of every snapshot, and of the live one', async () => {
    const { status, body } = await server.ask<Stac>('/v1/catalog.json', { key: null })
    assert.equal(status, 200)
    assert.deepEqual([body.type, body.stac_version], ['Catalog', '1.1.0'])
    const versions = async (rel: string) => {
      const links = body.links.filter((each) => each.rel === rel)
      return (await Promise.all(links.map(collectionAt))).map(({ version }) => version)
    }
    assert.deepEqual(await versions('child'), [second.id, first.id])
    assert.deepEqual(await versions('latest-version'), [second.id])
    const root = body.links.find(({ rel }) => rel === 'root')!
    assert.equal(new URL(root.href, here).href, here)
  })
})

describe('GET /v1/snapshots/{id}', () => {
  type Manifest = { id: string; files: { path: string; tier: string; url: string }[] }
  const files = async (key: 'free' | 'paid', id = 'latest') =>
    (await server.ask<Data<Manifest>>(`/v1/snapshots/${id}`, { key })).body.data.files

  it('shows a free key the public files, a paid key the members’ too, nobody the server’s', async () => {
    const folders = (paths: { path: string }[]) =>
      new Set(paths.map(({ path }) => path.split('/')[0]))
    assert.deepEqual(folders(await files('free')), new Set(['public']))
    assert.deepEqual(folders(await files('paid')), new Set(['public', 'members']))
    assert.deepEqual(await files('paid', second.id), await files('paid'))
  })

  it('refuses an id that is none with 400, one that is gone with 410', async () => {
    assertProblem(await server.ask('/v1/snapshots/yesterday'), 400)
    for (const rest of ['', '/changes', '/files/farms.parquet']) {
      const path = `/v1/snapshots/20250101T000000Z-00000000${rest}`
      assert.match(assertProblem(await server.ask(path), 410).detail, /is not kept any more/)
    }
  })
})

describe('GET /v1/snapshots/{id}/files/{name}', () => {
  const file = (
    name: string,
    headers: Record<string, string> = {},
    key: 'free' | 'paid' = 'paid',
  ) =>
    fetch(`${server.url}/v1/snapshots/latest/files/${name}`, {
      headers: { 'X-API-Key': server.keys[key], ...headers },
    })
  const onDisk = (path: string) => readFile(join(second.folder, path))

  it('sends a file as it is on disk, by its path or its name', async () => {
    for (const name of ['farms.parquet', 'public/farms.parquet']) {
      const response = await file(name, {}, 'free')
      assert.equal(response.status, 200)
      assert.deepEqual(
        Buffer.from(await response.arrayBuffer()),
        await onDisk('public/farms.parquet'),
      )
      const digest = createHash('sha256')
        .update(await onDisk('public/farms.parquet'))
        .digest('hex')
      assert.equal(response.headers.get('etag'), `"${digest}"`)
    }
    const members = await file('members/farms.parquet')
    assert.deepEqual(
      Buffer.from(await members.arrayBuffer()),
      await onDisk('members/farms.parquet'),
    )
  })

  it('sends the bytes that a range asks for', async () => {
    const whole = await onDisk('public/farms.parquet')
    const tail = await file('farms.parquet', { Range: 'bytes=-8' })
    assert.equal(tail.status, 206)
    assert.equal(
      tail.headers.get('content-range'),
      `bytes ${whole.length - 8}-${whole.length - 1}/${whole.length}`,
    )
    assert.deepEqual(Buffer.from(await tail.arrayBuffer()), whole.subarray(-8))
    const beyond = await file('farms.parquet', { Range: `bytes=${whole.length}-` })
    assert.equal(beyond.status, 416)
    assert.equal(beyond.headers.get('content-range'), `bytes */${whole.length}`)
    const other = await file('farms.parquet', { Range: 'bytes=0-3', 'If-Range': '"other"' })
    assert.equal(other.status, 200)
    await other.arrayBuffer()
  })

  it('leaves the range of a HEAD aside, as RFC 9110 wants it', async () => {
    const { headers, status } = await server.ask('/v1/snapshots/latest/files/farms.parquet', {
      method: 'HEAD',
      headers: { Range: 'bytes=0-3' },
    })
    const whole = await onDisk('public/farms.parquet')
    assert.deepEqual([status, headers.get('content-length')], [200, String(whole.length)])
  })

  it('answers 304 to a client that has it', async () => {
    const tag = (await file('stats.parquet')).headers.get('etag')!
    assert.equal((await file('stats.parquet', { 'If-None-Match': tag })).status, 304)
    assert.equal((await file('stats.parquet', { 'If-None-Match': '"other"' })).status, 200)
  })

  it('answers 304 to a client that has a file of its date, unless the tag is another', async () => {
    const path = `/v1/snapshots/${second.id}/files/public/stats.parquet`
    const { headers } = await server.ask(path)
    const had = { 'If-Modified-Since': headers.get('Last-Modified')! }
    const again = await server.ask(path, { headers: had })
    const left = (of: Headers) => of.get('X-RateLimit-Remaining')
    assert.deepEqual([again.status, left(again.headers)], [304, left(headers)])
    for (const other of [
      { ...had, 'If-None-Match': '"other"' },
      { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    ])
      assert.equal((await server.ask(path, { headers: other })).status, 200)
  })

  it('is for ever under an id', async () => {
    const caching = async (path: string) =>
      (await server.ask(`/v1/snapshots/${second.id}/files/${path}`)).headers.get('cache-control')
    assert.equal(await caching('public/stats.parquet'), 'public, max-age=31536000, immutable')
    assert.equal(
      await caching('members/provenance.parquet'),
      'private, max-age=31536000, immutable',
    )
  })

  it('gives a free key no members’ file, and nobody what is not offered', async () => {
    for (const name of ['members/farms.parquet', 'provenance.parquet', 'registry.parquet'])
      assertProblem(await server.ask(`/v1/snapshots/latest/files/${name}`, { key: 'free' }), 403)
    for (const name of ['serving/columns.bin', 'columns.bin', 'manifest.json', '..%2fcurrent', 'x'])
      assertProblem(await server.ask(`/v1/snapshots/latest/files/${name}`), 404)
    assertProblem(await server.ask('/v1/snapshots/latest/files/farms.parquet?format=csv'), 400)
  })
})

describe('snapshots without a key', () => {
  const without = (path: string, more: object = {}) => server.ask(path, { key: null, ...more })

  it('are listed, with manifest, changes and public files, as free keys see them', async () => {
    for (const path of ['', `/${second.id}`, '/latest', `/${second.id}/changes?per_page=100`]) {
      const [open, free] = [
        await without(`/v1/snapshots${path}`),
        await server.ask(`/v1/snapshots${path}`, { key: 'free' }),
      ]
      assert.deepEqual([open.status, open.body], [200, free.body], path)
    }
    const file = await without(`/v1/snapshots/${second.id}/files/public/stats.parquet`)
    assert.equal(file.status, 200)
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  })

  it('have no members’ file, nor fields of members', async () => {
    for (const name of ['members/farms.parquet', 'provenance.parquet'])
      for (const id of [second.id, 'latest'])
        assertProblem(await without(`/v1/snapshots/${id}/files/${name}`), 401)
    assertProblem(await without(`/v1/snapshots/${second.id}/changes?fields=listing`), 403)
    assertProblem(await without(`/v1/snapshots/${second.id}/files/x.parquet`), 404)
  })

  it('are refused with a key that is not valid, which is no key that was forgotten', async () => {
    const key = `svc_live_${'0'.repeat(32)}`
    for (const path of ['', `/${second.id}`, `/${second.id}/files/public/stats.parquet`]) {
      assertProblem(await server.ask(`/v1/snapshots${path}`, { key }), 401)
      assertProblem(await without(`/v1/snapshots${path}?key=${key}`), 401)
    }
  })

  it('count for the address of the client', async (t) => {
    const own = await startServer(t, root, { settings: { ANONYMOUS_MINUTE_LIMIT: '2' } })
    const path = `/v1/snapshots/${second.id}/files/public/stats.parquet`
    const left = async (key: 'free' | null) => {
      const { status, headers } = await own.ask(path, { key })
      return [status, headers.get('x-ratelimit-remaining')]
    }
    assert.deepEqual(await left(null), [200, '1'])
    assert.deepEqual(await left('free'), [200, '999999'])
    assert.deepEqual(await left(null), [200, '0'])
    assertProblem(await own.ask(path, { key: null }), 429)
  })
})

describe('latest, as the id of a snapshot', () => {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, { redirect: 'manual', ...init })

  it('is a 307 to the address of the live one, which may be kept for a short time', async () => {
    for (const [path, target = path] of [
      ['/v1/snapshots/latest'],
      ['/v1/snapshots/latest/changes?state=VT&change=moved', '/changes?change=moved&state=VT'],
      ['/v1/snapshots/latest/files/public/farms.parquet'],
      ['/v1/snapshots/latest/files/farms.parquet'],
      [`/v1/snapshots/latest/changes?key=${server.keys.paid}&state=VT`, '/changes?state=VT'],
    ] as [string, string?][]) {
      const response = await ask(path)
      const rest = target.replace('/v1/snapshots/latest', '')
      assert.deepEqual(
        [response.status, response.headers.get('location')],
        [307, `/v1/snapshots/${second.id}${rest}`],
      )
      assert.equal(response.headers.get('cache-control'), 'public, max-age=10')
      assert.equal(await response.text(), '')
    }
  })

  it('is followed with the range and the key of a request', async () => {
    const path = '/v1/snapshots/latest/files/members/farms.parquet'
    const headers = { Range: 'bytes=0-3', 'X-API-Key': server.keys.paid }
    const response = await ask(path, { headers, redirect: 'follow' })
    assert.deepEqual([response.status, await response.text()], [206, 'PAR1'])
    assert.equal(new URL(response.url).pathname, path.replace('latest', second.id))
  })
})

describe('GET /v1/snapshots/{id}/changes', () => {
  type Changes = Data<(Entry & { farm_id: string })[]> & { meta: { total: number } }
  const changes = async (query = '', key: 'free' | 'paid' = 'paid') =>
    (await server.ask<Changes>(`/v1/snapshots/latest/changes?per_page=100${query}`, { key })).body

  it('refuses a field that farms do not have, with what was probably meant', async () => {
    const answer = await server.ask('/v1/snapshots/latest/changes?field=prodcuts')
    const { errors } = assertBadParameters(answer, ['field'])
    assert.equal(errors[0]!.suggestion, 'products')
  })

  it('tells what is other, in the fields of the tier', async () => {
    const fields = async (key: 'free' | 'paid') =>
      (await changes(`&farm_id=${birchId}`, key)).data.map(({ field }) => field)
    assert.ok((await fields('paid')).includes('phone'))
    assert.ok(!(await fields('free')).includes('phone'))
    const [products] = (await changes(`&farm_id=${birchId}&field=products`)).data
    assert.deepEqual([products!.before, products!.after], [null, ['cheese']])
  })

  it('refuses to filter by a paid field without a paid key', async () => {
    const asked = (field: string, key: 'free' | 'paid' | null) =>
      server.ask(`/v1/snapshots/latest/changes?field=${field}`, { key })
    for (const key of ['free', null] as const) {
      for (const field of ['phone', 'product_listings']) {
        const { detail } = assertProblem(await asked(field, key), 403)
        assert.match(detail, /^field: only paid keys get/)
      }
      assert.equal((await asked('location', key)).status, 200)
    }
    assert.equal((await asked('phone', 'paid')).status, 200)
  })

  it('keeps those of farms that are, or were, in a state', async () => {
    const { data } = await changes()
    const states = async (folder: string) =>
      new Map((await publishedFarms(folder)).map(({ id, state }) => [id, state]))
    const [before, now] = [await states(first.folder), await states(second.folder)]
    for (const state of ['VT', 'ME', 'NY', 'NY,ME']) {
      const expected = data.filter(({ farm_id }) =>
        [before, now].some((of) => state.split(',').includes(of.get(farm_id) ?? '')),
      )
      assert.deepEqual((await changes(`&state=${state}`)).data, expected)
      assert.equal(expected.length > 0, state !== 'NY')
      assert.ok((await changes(`&state=${state}`, 'free')).data.length <= expected.length)
    }
  })

  it('does not know who left a state where the snapshot before is not kept', async () => {
    const path = `/v1/snapshots/${first.id}/changes?state=VT`
    assert.equal((await server.ask(path)).status, 200) // the very first has none before it
    const aside = join(root, 'aside')
    await rename(first.folder, aside)
    const problem = assertProblem(await server.ask('/v1/snapshots/latest/changes?state=VT'), 410)
    await rename(aside, first.folder)
    assert.deepEqual(
      problem.errors.map(({ parameter }) => parameter),
      ['state'],
    )
  })

  it('comes in the fields asked for, and in every format', async () => {
    const { data } = await changes('&fields=farm_id,field,after')
    assert.deepEqual(
      data,
      (await changes()).data.map(({ farm_id, field, after }) => ({ farm_id, field, after })),
    )
    const asked = async (format: string) =>
      server.ask<{ features: { id: string; geometry: { coordinates: number[] } | null }[] }>(
        `/v1/snapshots/latest/changes?per_page=100&fields=farm_id,field,after&format=${format}`,
      )
    const lines = (await asked('ndjson')).text.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      data,
    )
    const { headers, text } = await asked('csv')
    assert.match(text, /^"farm_id","field","after"\r\n/)
    assert.match(headers.get('Content-Disposition')!, new RegExp(`changes-${second.id}`))
    const { features } = (await asked('geojson')).body
    assert.equal(features.length, data.length)
    const placed = features.find(({ id }) => id === birchId)!
    assert.deepEqual(placed.geometry!.coordinates, [birch.lng, birch.lat])
    assert.equal(features.find(({ id }) => id === goneId)!.geometry, null)
    const query = '/v1/snapshots/latest/changes?fields=listing'
    assertProblem(await server.ask(query, { key: 'free' }), 403)
  })

  it('finds kinds of change, and pages through all of them', async () => {
    const { data, meta } = await changes()
    assert.equal(meta.total, data.length)
    for (const kind of ['removed', 'merged'])
      assert.deepEqual(
        (await changes(`&change=${kind}`)).data.map(({ farm_id }) => farm_id),
        data.filter(({ change }) => change === kind).map(({ farm_id }) => farm_id),
      )
    const paged = []
    for (let page = 1; page <= meta.total; page++)
      paged.push(
        ...(await server.ask<Changes>(`/v1/snapshots/latest/changes?per_page=1&page=${page}`)).body
          .data,
      )
    assert.deepEqual(paged, data)
  })
})

describe('a farm that is no more', () => {
  it('answers 301 with its survivor, whatever was asked of it, without the key', async () => {
    for (const rest of ['', '/products', '/hours']) {
      const answer = await server.ask(`/v1/farms/${mergedId}${rest}?key=${server.keys.paid}`)
      assert.equal(answer.status, 301)
      assert.equal(answer.headers.get('location'), `/v1/farms/${elmId}${rest}`)
      assert.equal(answer.headers.get('cache-control'), 'private, no-cache') // it may be split again
    }
    const availability = await server.ask(
      `/v1/availability?farm_id=${mergedId.toUpperCase()}&product=apples`,
    )
    assert.equal(
      availability.headers.get('location'),
      `/v1/availability?farm_id=${elmId}&product=apples`,
    )
  })

  it('answers so to a page with a browser key too, which may read it and follow', async () => {
    const Origin = 'https://farms.example'
    const { key } = await server.newKey('free', [Origin])
    const moved = await server.ask(`/v1/farms/${mergedId}`, { key, headers: { Origin } })
    assert.equal(moved.status, 301)
    const followed = await server.ask(moved.headers.get('Location')!, { key, headers: { Origin } })
    assert.equal(followed.status, 200)
    for (const { headers } of [moved, followed])
      assert.equal(headers.get('Access-Control-Allow-Origin'), Origin)
  })

  it('answers 410 with its name and its last edition and snapshot where it left', async () => {
    const answer = await server.ask(`/v1/farms/${goneId}`)
    assert.equal(answer.headers.get('cache-control'), 'no-store') // it may be listed again
    const { detail, farm } = assertProblem(answer, 410)
    assert.ok(detail.includes(first.id), detail)
    assert.deepEqual(farm, { id: goneId, name: goneName, last_listed: goneSince })
    assert.ok(detail.includes(goneName) && detail.includes(goneSince), detail)
  })

  it('is named by a list of ids, with its survivor, once, in its place', async () => {
    type List = { data: { id: string }[]; meta: { missing?: object[]; merged?: object[] } }
    const list = async (...ids: string[]) =>
      (await server.ask<List>(`/v1/farms?ids=${ids.join()}`)).body
    const { data, meta } = await list(mergedId, goneId, birchId, elmId)
    assert.deepEqual(
      data.map(({ id }) => id),
      [elmId, birchId],
    )
    assert.deepEqual(meta.merged, [{ id: mergedId, into: elmId }])
    assert.deepEqual(meta.missing, [{ id: goneId, reason: 'delisted' }])
  })

  it('answers 404 where it never was', async () => {
    assertProblem(await server.ask('/v1/farms/00000000-0000-5000-8000-000000000000'), 404)
  })
})

describe('GET /v1/farms/{id}/history', () => {
  type History = Data<{ farm_id: string; changes: (Entry & { snapshot: string })[] }>
  const history = async (id: string, key: 'free' | 'paid' = 'paid') =>
    (await server.ask<History>(`/v1/farms/${id}/history`, { key })).body.data.changes

  it('tells the changes of one farm, in the fields of the tier', async () => {
    const entries = await history(birchId)
    assert.ok(entries.every(({ snapshot }) => snapshot === second.id))
    assert.ok(entries.some(({ field }) => field === 'phone'))
    assert.ok((await history(birchId, 'free')).every(({ field }) => field !== 'phone'))
  })

  it('ends with the snapshot that it is asked of', async () => {
    const path = `/v1/farms/${birchId}/history?snapshot=${first.id}`
    const { body } = await server.ask<Data<{ changes: object[]; snapshots: string[] }>>(path)
    assert.deepEqual([body.data.changes, body.data.snapshots], [[], [first.id]])
    assertProblem(await server.ask(path.replace(first.id, '20250101T000000Z-00000000')), 410)
  })

  it('still tells of a farm that left', async () => {
    assert.deepEqual(
      (await history(goneId)).map(({ change }) => change),
      ['removed'],
    )
  })
})

describe('a farm that was taken out', () => {
  it('is in no answer and no file of a snapshot that holds it', async (t) => {
    const own = await startServer(t, root)
    const before = await own.ask(`/v1/farms/${birchId}`)
    assert.equal(before.status, 200)
    const tombstone = { farm_id: birchId, reason: 'asked to', at: '2026-01-03T00:00:00Z' }
    await writeFile(
      places.tombstones,
      JSON.stringify([{ ...tombstone, expires: null, listings: [] }]),
    )
    await own.refresh()
    const problem = assertProblem(await own.ask(`/v1/farms/${birchId}`), 410)
    assert.match(problem.detail, /was removed/)
    for (const path of [
      '/v1/farms?per_page=100',
      '/v1/search?lat=44.4&lng=-72.1',
      '/v1/food?product=cheese',
      '/v1/snapshots/latest/changes?per_page=100',
    ]) {
      const { status, text } = await own.ask(path)
      assert.equal(status, 200)
      assert.ok(!text.includes(birchId), path)
    }
    const area = await own.ask<{ total_farms: number }>('/v1/market/landscape?lat=44.4&lng=-72.1')
    assert.equal(area.body.total_farms, 1)
    assert.equal(await removedSince(own), 1)
    assertProblem(await own.ask(`/v1/farms/${birchId}/history`), 410)
    assertProblem(await own.ask('/v1/snapshots/latest/files/farms.parquet'), 410)
    const tag = before.headers.get('etag')!
    const again = await own.ask(`/v1/farms/${birchId}`, { headers: { 'If-None-Match': tag } })
    assert.equal(again.status, 410)
    await writeFile(places.tombstones, '[]')
    await own.refresh()
    assert.equal((await own.ask(`/v1/farms/${birchId}`)).status, 200)
    assert.equal(await removedSince(own), 0)
  })

  const removedSince = async (asked: TestServer) =>
    (await asked.ask<Data<{ removed_since: number }>>('/v1/stats')).body.data.removed_since
})

describe('a rollback', () => {
  it('takes effect in a running server, and back again', async (t) => {
    const own = await startServer(t, root)
    await rollback(places, first.id)
    await own.refresh()
    assert.equal((await own.ask(`/v1/farms/${goneId}`)).status, 200)
    assert.equal((await own.ask(`/v1/farms?snapshot=${second.id}`)).status, 200)
    await rollback(places, second.id)
    await own.refresh()
    assertProblem(await own.ask(`/v1/farms/${goneId}`), 410)
  })
})
