import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { setTier } from '../../../../server/access/keys/keys.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { startServer, type TestServer } from '../../../support/running_server.ts'
import { openTestStore } from '../../../support/services.ts'
import { signIn, type Person } from '../../../support/signed_in.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })
const noon = new Date('2026-06-15T12:00:00Z')
const start = (t: TestContext, settings = {}) => startServer(t, root, { settings, now: noon })
const unknownId = '00000000-0000-4000-8000-000000000000'
const hour_ms = 3_600_000

type Made = { key: string; id: string; tier: string; daily_limit: number }
type Listed = Omit<Made, 'key'> & {
  name: string
  requests_today: number
  last_used_at: string
  former_secrets: { prefix: string | null; valid_until: string }[]
}
const make = async ({ post }: Person, name = 'app') => post<Made>('/v1/keys', { name })
const list = async ({ ask }: Person) => (await ask<{ data: Listed[] }>('/v1/keys')).body.data
const revoke = ({ ask }: Person, id: string) => ask(`/v1/keys?id=${id}`, { method: 'DELETE' })

/** A path that counts, and tells a valid key (403: not enough) from none (401). */
const probe = async (server: TestServer, key: string) =>
  (await server.ask('/v1/keys', { key })).status

describe('keys of an account', () => {
  it('are made with a name alone, shown once, and listed without the secret', async (t) => {
    const server = await start(t, { FREE_DAILY_LIMIT: '1000' })
    const ann = await signIn(server, 'ann@example.org')
    const made = await make(ann, ' Farm finder ')
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(Object.keys(made.body), [
      'key',
      'id',
      'kind',
      'origins',
      'tier',
      'daily_limit',
    ])
    const listed = await ann.ask<{ data: Listed[] }>('/v1/keys')
    assert.ok(!listed.text.includes(made.body.key.slice(13)))
    assert.deepEqual(listed.body.data, [
      {
        id: made.body.id,
        name: 'Farm finder',
        prefix: made.body.key.slice(0, 13),
        kind: 'secret',
        origins: null,
        tier: 'free',
        daily_limit: 1000,
        requests_today: 0,
        last_used_at: null,
        created_at: '2026-06-15T12:00:00.000Z',
        former_secrets: [],
      },
    ])
  })

  it('show the requests of the day at once, and when the last was', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const { key } = (await make(ann)).body
    for (let n = 0; n < 3; n++) assert.equal(await probe(server, key), 403)
    server.clock.now = new Date(noon.getTime() + 5000)
    await probe(server, key)
    const [one] = await list(ann)
    assert.deepEqual([one?.requests_today, one?.last_used_at], [4, '2026-06-15T12:00:05.000Z'])
    server.clock.now = new Date('2026-06-16T00:00:00Z')
    const [next] = await list(ann)
    assert.deepEqual([next?.requests_today, next?.last_used_at], [0, '2026-06-15T12:00:05.000Z'])
  })

  it('show their tier and its limit', async (t) => {
    const server = await start(t, { PAID_DAILY_LIMIT: '100000' })
    const ann = await signIn(server, 'ann@example.org')
    const { id } = (await make(ann)).body
    const store = await openTestStore(server.stateDir)
    t.after(() => store.close())
    await setTier(store, { id, tier: 'paid' })
    const [one] = await list(ann)
    assert.deepEqual([one?.tier, one?.daily_limit], ['paid', 100_000])
  })

  it('are five at most, of ten made in 24 hours', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push((await make(ann)).body.id)
    assert.match(assertProblem(await make(ann), 409).detail, /5 active keys.*revoke one/)
    for (let n = 0; n < 5; n++) {
      server.clock.now = new Date(noon.getTime() + hour_ms)
      assert.equal((await revoke(ann, ids[n]!)).status, 200)
      assert.equal((await make(ann)).status, 201)
    }
    await revoke(ann, (await list(ann))[0]!.id)
    const refused = await make(ann)
    assertProblem(refused, 429)
    assert.equal(refused.headers.get('Retry-After'), String(23 * 3600))
    server.clock.now = new Date(noon.getTime() + 24 * hour_ms)
    assert.equal((await make(ann)).status, 201)
    const bo = await signIn(server, 'bo@example.org')
    assert.equal((await make(bo)).status, 201, 'another account has its own limits')
  })

  it('hold the limit under fifty requests at once', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const answers = await Promise.all(Array.from({ length: 50 }, () => make(ann)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(45).fill(409)])
    assert.equal((await list(ann)).length, 5)
  })

  it('belong to the account: an address beside the session is refused', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const body = { name: 'app', email: 'bo@example.org' }
    assertBadParameters(await ann.post('/v1/keys', body), ['email'])
    assertBadParameters(await ann.post('/v1/keys', {}), ['name'])
  })

  it('are not made with a session that has ended, not even by email', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    await ann.ask('/v1/session', { method: 'DELETE' })
    assertProblem(await ann.post('/v1/keys', { name: 'app', email: 'ann@example.org' }), 401)
  })
})

describe('DELETE /v1/keys?id', () => {
  it('ends a key at once, and is as good a second time', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const { key, id } = (await make(ann)).body
    assert.equal(await probe(server, key), 403)
    assert.deepEqual((await revoke(ann, id)).body, { success: true })
    assert.equal(await probe(server, key), 401)
    assert.deepEqual(await list(ann), [])
    assert.deepEqual((await revoke(ann, id)).body, { success: true })
  })

  it("says of another's key what it says of none", async (t) => {
    const server = await start(t)
    const [ann, bo] = [
      await signIn(server, 'ann@example.org'),
      await signIn(server, 'bo@example.org'),
    ]
    const { key, id } = (await make(ann)).body
    const told = async (wanted: string) => {
      const { detail } = assertProblem(await revoke(bo, wanted), 404)
      return detail.replace(wanted, 'ID')
    }
    assert.equal(await told(id), await told(unknownId))
    assertProblem(await bo.post(`/v1/keys/${id}/rotate`), 404)
    assertProblem(await bo.ask(`/v1/keys/${id}/usage`), 404)
    assertProblem(await revoke(bo, server.keyIds.free), 404)
    assert.equal(await probe(server, key), 403, 'still good')
  })

  it('wants one id that is one', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    for (const query of ['', '?id=', '?id=17', `?id=${unknownId}&id=${unknownId}`])
      assertBadParameters(await ann.ask(`/v1/keys${query}`, { method: 'DELETE' }), ['id'])
  })
})

describe('POST /v1/keys/{id}/rotate', () => {
  type Rotated = Made & { former_key_valid_until: string }

  it('gives another secret and lets the former one go on for a day', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const { key: former, id } = (await make(ann)).body
    const { status, body } = await ann.post<Rotated>(`/v1/keys/${id}/rotate`)
    assert.equal(status, 200)
    assert.match(body.key, /^svc_live_[0-9a-f]{32}$/)
    assert.notEqual(body.key, former)
    assert.deepEqual([body.id, body.former_key_valid_until], [id, '2026-06-16T12:00:00.000Z'])
    assert.deepEqual([await probe(server, former), await probe(server, body.key)], [403, 403])
    const [listed] = await list(ann)
    assert.equal(listed?.requests_today, 2, 'one key, one count')
    const shown = [{ prefix: former.slice(0, 13), valid_until: '2026-06-16T12:00:00.000Z' }]
    assert.deepEqual(listed?.former_secrets, shown)
    server.clock.now = new Date(noon.getTime() + 24 * hour_ms - 1)
    assert.equal(await probe(server, former), 403)
    assert.deepEqual((await list(ann))[0]?.former_secrets, shown)
    server.clock.now = new Date(noon.getTime() + 24 * hour_ms)
    assert.deepEqual((await list(ann))[0]?.former_secrets, [])
    assert.deepEqual([await probe(server, former), await probe(server, body.key)], [401, 403])
  })

  it('takes the grace that is wanted, from none to 30 days', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const { key: first, id } = (await make(ann)).body
    const rotate = (grace_hours: number) =>
      ann.post<Rotated>(`/v1/keys/${id}/rotate`, { grace_hours })
    const second = (await rotate(720)).body
    assert.equal(second.former_key_valid_until, '2026-07-15T12:00:00.000Z')
    const third = (await rotate(0)).body
    const statuses = [first, second.key, third.key].map((key) => probe(server, key))
    assert.deepEqual(await Promise.all(statuses), [401, 401, 403], 'none outlives the last grace')
    for (const grace of [-1, 721, 1.5, '24', null])
      assertBadParameters(await ann.post(`/v1/keys/${id}/rotate`, { grace_hours: grace }), [
        'grace_hours',
      ])
  })

  it('ends with the key, with every secret of it', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const { key: former, id } = (await make(ann)).body
    const { key } = (await ann.post<Rotated>(`/v1/keys/${id}/rotate`)).body
    await revoke(ann, id)
    assert.deepEqual([await probe(server, former), await probe(server, key)], [401, 401])
    assertProblem(await ann.post(`/v1/keys/${id}/rotate`), 409)
  })

  it('is possible ten times in 24 hours', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const { id } = (await make(ann)).body
    const rotate = () => ann.post(`/v1/keys/${id}/rotate`, { grace_hours: 0 })
    for (let n = 0; n < 10; n++) assert.equal((await rotate()).status, 200)
    const refused = await rotate()
    assertProblem(refused, 429)
    assert.equal(refused.headers.get('Retry-After'), String(24 * 3600))
    server.clock.now = new Date(noon.getTime() + 24 * hour_ms)
    assert.equal((await rotate()).status, 200)
  })

  it('needs a session and an id', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const path = `/v1/keys/${server.keyIds.free}/rotate`
    assertProblem(await server.ask(path, { method: 'POST', key: null }), 401)
    assertProblem(await server.ask(path, { method: 'POST', key: 'free' }), 403)
    assertProblem(await ann.post(path), 404)
    assertBadParameters(await ann.post('/v1/keys/17/rotate'), ['id'])
  })
})

describe('GET /v1/keys/{id}/usage', () => {
  type Day = { day: string } & Record<string, number>
  type Usage = { data: { id: string; days: Day[] } }

  it('tells what came of each request, by day, for 90 days', async (t) => {
    const server = await start(t, { FREE_DAILY_LIMIT: '4' })
    const ann = await signIn(server, 'ann@example.org')
    const { key, id } = (await make(ann)).body
    await server.ask('/healthz', { key }) // answered, though it doesn't count for the limit
    for (let n = 0; n < 6; n++) await server.ask('/v1/keys', { key })
    server.clock.now = new Date('2026-06-17T00:00:00Z')
    await server.ask('/v1/stats', { key }) // 503: there is no snapshot
    const { days } = (await ann.ask<Usage>(`/v1/keys/${id}/usage`)).body.data
    assert.equal(days.length, 90)
    assert.deepEqual([days[0]!.day, days.at(-1)!.day], ['2026-03-20', '2026-06-17'])
    const none = { answered: 0, not_modified: 0, client_error: 0, limited: 0, server_error: 0 }
    const used = days.filter((one) => Object.keys(none).some((outcome) => one[outcome] !== 0))
    assert.deepEqual(used, [
      { day: '2026-06-15', ...none, answered: 1, client_error: 4, limited: 2 },
      { day: '2026-06-17', ...none, server_error: 1 },
    ])
  })

  it('needs a session and an id, and takes no parameters', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, 'ann@example.org')
    const { id } = (await make(ann)).body
    assertProblem(await server.ask(`/v1/keys/${id}/usage`, { key: null }), 401)
    assertProblem(await server.ask(`/v1/keys/${id}/usage`, { key: 'free' }), 403)
    assertBadParameters(await ann.ask('/v1/keys/17/usage'), ['id'])
    assertBadParameters(await ann.ask(`/v1/keys/${id}/usage?days=7`), ['days'])
    assertProblem(await ann.ask(`/v1/keys/${unknownId}/usage`), 404)
  })
})
