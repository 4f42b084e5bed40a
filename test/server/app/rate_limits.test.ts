import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { listKeys } from '../../../server/access/keys/key_list.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, assertRateHeaders } from '../../support/problem_document.ts'
import { startServer, type Answer } from '../../support/running_server.ts'
import { openTestStore } from '../../support/services.ts'

const { root } = await fixtureSnapshot({ after })
const now = new Date('2026-06-15T18:00:00Z')
const midnight_s = Date.parse('2026-06-16T00:00:00Z') / 1000
const statuses = (answers: Answer<unknown>[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = <Value>(count: number, make: (n: number) => Value) =>
  Array.from({ length: count }, (_, n) => make(n))

describe('the daily limit', () => {
  it('shows how a key stands on every answer, whatever comes of it', async (t) => {
    const settings = { FREE_DAILY_LIMIT: '50', PAID_DAILY_LIMIT: '500' }
    const server = await startServer(t, root, { settings, now })
    const paths = [
      '/v1/stats',
      '/v1/farms?nonsense=1',
      '/v1/farms/1',
      '/v1/farms/00000000-0000-4000-8000-000000000000',
      '/nothing',
      '/v1/keys',
      '/v1/stats?snapshot=20200101T000000Z-0badc0de',
      '/v1/farms?zip=05828',
    ]
    for (const [n, path] of paths.entries()) {
      const free = assertRateHeaders(await server.ask(path, { key: 'free' }))
      assert.deepEqual(free, { limit: 50, remaining: 49 - n, reset: midnight_s }, path)
      const paid = assertRateHeaders(await server.ask(path, { key: 'paid' }))
      assert.deepEqual(paid, { limit: 500, remaining: 499 - n, reset: midnight_s }, path)
    }
    const { headers } = await server.ask('/v1/stats', { key: 'free' })
    assert.equal(headers.get('RateLimit-Policy'), '"daily";q=50;w=86400')
    assert.equal(headers.get('RateLimit'), '"daily";r=41;t=21600')
    assert.equal(headers.get('Retry-After'), null)
  })

  it('lets exactly as many through of 200 requests at once', async (t) => {
    const server = await startServer(t, root, { settings: { FREE_DAILY_LIMIT: '150' }, now })
    const answers = await Promise.all(
      times(200, (n) => server.ask(`/v1/farms?per_page=${1 + (n % 100)}`, { key: 'free' })),
    )
    assert.deepEqual(statuses(answers), { 200: 150, 429: 50 })
    const left = answers
      .filter(({ status }) => status === 200)
      .map((answer) => assertRateHeaders(answer).remaining)
    assert.deepEqual(
      left.toSorted((a, b) => b - a),
      times(150, (n) => 149 - n),
    )
    for (const answer of answers.filter(({ status }) => status === 429)) {
      const { detail } = assertProblem(answer, 429)
      assert.equal(detail, 'the daily limit of 150 requests is used up; try again in 6 hours')
      assert.equal(assertRateHeaders(answer).remaining, 0)
      assert.equal(answer.headers.get('Retry-After'), '21600')
    }
  })

  it('is not used up by answers that the client has, and those come when it is used up', async (t) => {
    const settings = { FREE_DAILY_LIMIT: '2', ANONYMOUS_MINUTE_LIMIT: '1' }
    const server = await startServer(t, root, { settings, now })
    const path = '/v1/farms?per_page=1'
    const tag = (await server.ask(path, { key: 'free' })).headers.get('ETag')!
    const again = (given: string, key: string | null = 'free', at = path) =>
      server.ask(at, { key, headers: { 'If-None-Match': given } })
    for (let n = 0; n < 5; n++) {
      const answer = await again(tag)
      assert.deepEqual([answer.status, assertRateHeaders(answer).remaining], [304, 1])
    }
    const other = await again('"other"')
    assert.deepEqual([other.status, assertRateHeaders(other).remaining], [200, 0])
    const full = await again(tag)
    assert.deepEqual([full.status, assertRateHeaders(full).remaining], [304, 0])
    for (const given of ['"other"', '*'])
      for (const at of [path, '/v1/farms?nonsense=1', '/v1/farms/1'])
        assertProblem(await again(given, 'free', at), 429)
    assert.equal(
      (await again(tag, null)).status,
      401,
      'a guessed key counts, whatever it says it has',
    )
    const { detail } = assertProblem(await again(tag, null), 429)
    assert.match(
      detail,
      /^the anonymous limit .* try again in \d+ seconds; a key has a limit of its own$/,
    )
    const wrong = assertProblem(await again(tag, `svc_live_${'0'.repeat(32)}`), 429)
    assert.match(wrong.detail, /^the anonymous limit .*; the key sent is not valid here$/)
    const lines = server.log.lines().filter(({ status }) => status === 304)
    assert.equal(lines.length, 6)
  })

  it('lets exactly as many through of conditional requests at once', async (t) => {
    const server = await startServer(t, root, { settings: { FREE_DAILY_LIMIT: '5' }, now })
    const headers = { 'If-None-Match': '"none of them"' }
    const answers = await Promise.all(
      times(12, (n) => server.ask(`/v1/farms?per_page=${n + 1}`, { key: 'free', headers })),
    )
    assert.deepEqual(statuses(answers), { 200: 5, 429: 7 })
  })

  it('is of each key alone, and begins anew at midnight UTC', async (t) => {
    const server = await startServer(t, root, { settings: { FREE_DAILY_LIMIT: '1' }, now })
    const other = await server.newKey('free')
    const status = async (key: string) => (await server.ask('/v1/stats', { key })).status
    assert.deepEqual([await status('free'), await status('free')], [200, 429])
    assert.deepEqual([await status(other.key), await status(other.key)], [200, 429])
    server.clock.now = new Date(midnight_s * 1000 - 1)
    assert.equal(await status('free'), 429)
    server.clock.now = new Date(midnight_s * 1000)
    assert.deepEqual([await status('free'), await status('free')], [200, 429])
  })

  it('survives a restart, and is what the list of keys shows', async (t) => {
    const settings = { FREE_DAILY_LIMIT: '100' }
    const server = await startServer(t, root, { settings, now })
    await Promise.all(times(7, () => server.ask('/v1/stats', { key: 'free' })))
    await server.close()
    const store = await openTestStore(server.stateDir)
    t.after(() => store.close())
    const kept = (await listKeys({ ...store, now: () => now })).find(
      ({ id }) => id === server.keyIds.free,
    )!
    assert.deepEqual([kept.requests_today, kept.last_used_at], [7, now.toISOString()])
    const again = await startServer(t, root, {
      settings: { ...settings, STATE_DIR: server.stateDir },
      now,
    })
    const answer = await again.ask('/v1/stats', { key: server.keys.free })
    assert.equal(assertRateHeaders(answer).remaining, 100 - 8)
  })
})

describe('the limit without a valid key', () => {
  it('is per minute and address, for wrong keys as for none', async (t) => {
    const settings = { ANONYMOUS_MINUTE_LIMIT: '3' }
    const server = await startServer(t, root, { settings, now })
    const asked = [
      await server.ask('/v1/stats', { key: null }),
      await server.ask('/v1/stats', { key: 'svc_live_wrong' }),
      await server.ask('/nothing', { key: null }),
      await server.ask('/v1/stats', { key: 'svc_live_other' }),
    ]
    assert.deepEqual(
      asked.map(({ status }) => status),
      [401, 401, 404, 429],
    )
    assert.deepEqual(
      asked.map((answer) => assertRateHeaders(answer).remaining),
      [2, 1, 0, 0],
    )
    assert.deepEqual(assertRateHeaders(asked[0]!), {
      limit: 3,
      remaining: 2,
      reset: now.getTime() / 1000 + 60,
    })
    assert.equal(asked[3]!.headers.get('Retry-After'), '60')
    assert.equal((await server.ask('/v1/stats')).status, 200, 'a valid key has its own limit')
    server.clock.now = new Date(now.getTime() + 60_000)
    assert.equal((await server.ask('/v1/stats', { key: null })).status, 401)
  })

  it('believes X-Forwarded-For only of as many proxies as there are', async (t) => {
    const settings = { ANONYMOUS_MINUTE_LIMIT: '1' }
    const from = (server: Awaited<ReturnType<typeof startServer>>, address: string) =>
      server
        .ask('/v1/stats', { key: null, headers: { 'X-Forwarded-For': address } })
        .then(({ status }) => status)
    const direct = await startServer(t, root, { settings, now })
    assert.deepEqual([await from(direct, '192.0.2.1'), await from(direct, '192.0.2.2')], [401, 429])
    const behind = await startServer(t, root, {
      settings: { ...settings, TRUSTED_PROXIES: '1' },
      now,
    })
    assert.deepEqual([await from(behind, '192.0.2.1'), await from(behind, '192.0.2.2')], [401, 401])
    assert.equal(await from(behind, '198.51.100.7, 192.0.2.1'), 429)
  })
})
