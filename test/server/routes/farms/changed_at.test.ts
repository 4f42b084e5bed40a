import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import type { ListBody } from '../../../support/list_body.ts'
import { assertBadParameters } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const root = join(await temporaryFolder({ after }), 'build')
const same = { source_id: 'same', name: 'Same Farm', state: 'VT', zip: '05602' }
const dearer = (price: number) => ({
  source_id: 'dearer',
  name: 'Dearer Farm',
  state: 'VT',
  zip: '05401',
  product_listings: [{ id: 'eggs', name: 'Eggs', price, unit: 'dozen' }],
})
const night = (day: number, price: number) =>
  buildSnapshot(
    { after },
    { root, feed: [same, dearer(price)], now: new Date(Date.UTC(2026, 5, day)) },
  )
const first = await night(1, 5.4)
const second = await night(2, 9.5)
const server = await startServer({ after }, root)
await server.refresh() // waits for the snapshot before the live one, too
const [dayOne, dayTwo] = ['2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z']

type Key = 'free' | 'paid'
const list = async (query: string, key: Key = 'paid') =>
  (await server.ask<ListBody>(`/v1/farms?${query}`, { key })).body.data
const dates = (farms: Record<string, unknown>[]) =>
  Object.fromEntries(farms.map(({ name, changed_at }) => [name, changed_at]))

describe('changed_at in answers', () => {
  const expected = { 'Dearer Farm': dayTwo, 'Same Farm': dayOne }

  it('is the moment itself, for every key, whole or by fields', async () => {
    for (const key of ['free', 'paid'] as const)
      for (const query of ['', 'fields=name,changed_at', `snapshot=${second.id}`])
        assert.deepEqual(dates(await list(query, key)), expected)
  })

  it('is that of the snapshot asked', async () => {
    const before = dates(await list(`snapshot=${first.id}`))
    assert.deepEqual(before, { 'Dearer Farm': dayOne, 'Same Farm': dayOne })
  })

  it('is in every format and in the profile', async () => {
    for (const format of ['csv', 'geojson', 'ndjson']) {
      const { text } = await server.ask(`/v1/farms?format=${format}&q=dearer`)
      assert.ok(text.includes(dayTwo) && !text.includes(dayOne), format)
    }
    for (const { id, name } of await list('')) {
      const { body } = await server.ask<{ data: object }>(`/v1/farms/${id}`)
      assert.deepEqual(dates([{ name, ...body.data }]), { [name]: expected[name as 'Same Farm'] })
    }
  })

  it('is what changed_since looks at', async () => {
    const found = async (since: string) =>
      Object.keys(dates(await list(`changed_since=${encodeURIComponent(since)}`))).sort()
    assert.deepEqual(await found('2026-06-01'), ['Dearer Farm', 'Same Farm'])
    assert.deepEqual(await found('2026-06-01T00:00:01Z'), ['Dearer Farm'])
    assert.deepEqual(await found('2026-06-02T01:00:00+01:00'), ['Dearer Farm'])
    assert.deepEqual(await found('2026-06-02T00:00:01Z'), [])
    assertBadParameters(await server.ask('/v1/farms?changed_since=lately'), ['changed_since'])
  })
})

describe('the change of a price', () => {
  type Changes = { data: { farm_id: string }[] }
  const ask = (key: Key, query: string) =>
    server.ask<Changes>(`/v1/snapshots/latest/changes?${query}`, { key })

  it('is told to paid keys, with the listing and both prices', async () => {
    const [change, ...others] = (await ask('paid', 'field=product_listings')).body.data
    assert.deepEqual(others, [])
    const { farm_id, ...told } = change!
    assert.deepEqual(told, {
      change: 'changed',
      field: 'product_listings',
      before: 5.4,
      after: 9.5,
      cause: 'source',
      previous_snapshot: first.id,
      listing: { id: 'eggs', name: 'Eggs', product: 'eggs', unit: 'dozen' },
      listing_change: 'price',
    })
    const history = await server.ask<{ data: { changes: object[] } }>(
      `/v1/farms/${farm_id}/history`,
    )
    assert.deepEqual(history.body.data.changes, [
      { ...told, snapshot: second.id, built_at: dayTwo },
    ])
  })

  it('is not told to free keys', async () => {
    assert.deepEqual((await ask('free', '')).body.data, [])
    assert.equal((await ask('free', 'field=product_listings')).status, 403)
  })
})
