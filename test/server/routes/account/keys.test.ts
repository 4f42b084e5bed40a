import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { listKeys } from '../../../../server/access/keys/key_list.ts'
import { revokeKey } from '../../../../server/access/keys/keys.ts'
import type { Store } from '../../../../server/access/store/store.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import {
  assertBadParameters,
  assertProblem,
  assertRateHeaders,
} from '../../../support/problem_document.ts'
import { startServer, type Answer, type TestServer } from '../../../support/running_server.ts'
import { openTestStore } from '../../../support/services.ts'

const { root } = await fixtureSnapshot({ after })
const noon = new Date('2026-06-15T12:00:00Z')
const start = (t: TestContext, settings = {}) => startServer(t, root, { settings, now: noon })

const json = { 'Content-Type': 'application/json' }
type Made = { key: string; id: string; tier: string; daily_limit: number }
const post = (server: TestServer, body: string, headers: Record<string, string> = json) =>
  server.ask<Made>('/v1/keys', { method: 'POST', key: null, headers, body })
const make = (server: TestServer, name: string, email: string) =>
  post(server, JSON.stringify({ name, email }))

async function inStore<Result>(
  { stateDir }: TestServer,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openTestStore(stateDir)
  try {
    return await use({ ...store, now: () => noon })
  } finally {
    await store.close()
  }
}

describe('POST /v1/keys', () => {
  it('gives a free key that works at once, shown this once', async (t) => {
    const server = await start(t, { FREE_DAILY_LIMIT: '1000' })
    const made = await make(server, 'My finder', 'ann@example.org')
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(Object.keys(made.body), [
      'key',
      'id',
      'kind',
      'origins',
      'tier',
      'daily_limit',
    ])
    assert.match(made.body.key, /^svc_live_[0-9a-f]{32}$/)
    assert.deepEqual([made.body.tier, made.body.daily_limit], ['free', 1000])
    assert.equal(made.headers.get('Cache-Control'), 'no-store')
    const used = await server.ask('/v1/stats', { key: made.body.key })
    assert.equal(used.status, 200)
    assert.deepEqual(assertRateHeaders(used), {
      limit: 1000,
      remaining: 999,
      reset: Date.parse('2026-06-16T00:00:00Z') / 1000,
    })
    const kept = await inStore(server, (store) => listKeys(store))
    assert.ok(kept.some(({ id }) => id === made.body.id))
    assert.ok(!JSON.stringify(kept).includes(made.body.key.slice(13)))
  })

  describe('with an Idempotency-Key', () => {
    const token = '8e03978e-40d5-43dd-bc93-6894a57f9324'
    const body = JSON.stringify({ name: 'Once', email: 'once@example.org' })
    const postOnce = (server: TestServer, sent = body, given = `"${token}"`) =>
      post(server, sent, { ...json, 'Idempotency-Key': given })
    const countKeys = (server: TestServer) =>
      inStore(server, async (store) => (await listKeys(store)).length)

    it('gives the same answer again for 24 hours, however many ask at the same time', async (t) => {
      const server = await start(t, { CREATION_DAILY_LIMIT: '8' })
      const before = await countKeys(server)
      const all = await Promise.all(Array.from({ length: 8 }, () => postOnce(server)))
      for (const each of all) {
        assert.equal(each.status, 201, each.text)
        assert.deepEqual(each.body, all[0]!.body)
      }
      assert.deepEqual((await postOnce(server, body, token)).body, all[0]!.body)
      assert.equal(await countKeys(server), before + 1)
      assert.equal((await server.ask('/v1/stats', { key: all[0]!.body.key })).status, 200)
      server.clock.now = new Date(noon.getTime() + 24 * 60 * 60 * 1000)
      const later = await postOnce(server)
      assert.equal(later.status, 201)
      assert.notEqual(later.body.key, all[0]!.body.key)
    })

    it('refuses another body, and makes another key for another token', async (t) => {
      const server = await start(t)
      const { body: first } = await postOnce(server)
      const other = JSON.stringify({ name: 'Twice', email: 'once@example.org' })
      assertProblem(await postOnce(server, other), 409)
      const { body: second } = await postOnce(server, other, token.replace('8e', '9f'))
      assert.notEqual(second.key, first.key)
      for (const bad of ['short', '"12345 12345 12345"', 'x'.repeat(256)])
        assertBadParameters(await postOnce(server, body, bad), ['Idempotency-Key'])
    })

    it('keeps neither the secret nor the token in the store', async (t) => {
      const server = await start(t)
      const { key } = (await postOnce(server)).body
      const kept = await inStore(server, ({ db }) =>
        db.selectFrom('key_requests').selectAll().execute(),
      )
      assert.equal(kept.filter(({ key_id }) => key_id !== null).length > 0, true)
      assert.ok(!JSON.stringify(kept).includes(token))
      assert.ok(!JSON.stringify(kept).includes(key.slice('svc_live_'.length)))
    })
  })

  it('trims the name and folds the address', async (t) => {
    const server = await start(t)
    const { body } = await make(server, '  Trim me \n', ' Ann@Example.ORG ')
    const kept = await inStore(server, (store) => listKeys(store))
    const key = kept.find(({ id }) => id === body.id)!
    assert.deepEqual([key.name, key.email], ['Trim me', 'ann@example.org'])
  })

  it('takes names of 1 to 100 characters, however they are encoded', async (t) => {
    const server = await start(t)
    for (const [n, name] of ['n', 'n'.repeat(100), '🍎'.repeat(100)].entries())
      assert.equal((await make(server, name, `${n}@example.org`)).status, 201, name)
    for (const name of ['', ' ', '\t\n', 'n'.repeat(101), '🍎'.repeat(101), 'n\0'])
      assertBadParameters(await make(server, name, 'x@example.org'), ['name'])
  })

  it('refuses bodies that are not what it wants, and names the field', async (t) => {
    const server = await start(t)
    const bad: [string, string[]][] = [
      ['{}', ['email', 'name']],
      ['{"name": "n"}', ['email']],
      ['{"email": "a@example.org"}', ['name']],
      ['{"name": 5, "email": "a@example.org"}', ['name']],
      ['{"name": "n", "email": "nobody"}', ['email']],
      ['{"name": "n", "email": null}', ['email']],
      ['{"name": "n", "email": ["a@example.org"]}', ['email']],
      [`{"name": "n", "email": "${'a'.repeat(250)}@example.org"}`, ['email']],
      ['{"name": "n", "email": "a@example.org", "tier": "paid"}', ['tier']],
      ['[]', ['body']],
    ]
    for (const [body, fields] of bad) assertBadParameters(await post(server, body), fields)
    for (const body of ['{', 'null', '"text"', '7', '{"name": "n"', '\u0000'])
      assertProblem(await post(server, body), 400)
    const kept = await inStore(server, (store) => listKeys(store))
    assert.equal(kept.length, 2, 'none was made')
  })

  it('names the fields to a list', async (t) => {
    const answer = await post(await start(t), '[{"name":"n"}]')
    assertBadParameters(answer, ['body'])
    assert.match(answer.text, /must be an object; its fields are name, kind, origins, email/)
  })

  it('refuses other types with 415, and large bodies with 413', async (t) => {
    const server = await start(t)
    const body = '{"name": "n", "email": "a@example.org"}'
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      assertProblem(await post(server, body, { 'Content-Type': type }), 415)
    assertProblem(await post(server, JSON.stringify({ name: 'n'.repeat(11_000) })), 413)
  })

  it('takes no parameters', async (t) => {
    const server = await start(t)
    const asked = { method: 'POST', headers: json, body: '{"name":"n","email":"a@example.org"}' }
    assertBadParameters(await server.ask('/v1/keys?tier=paid', asked), ['tier'])
  })

  it('allows three active keys an address, whatever its case, and another when one is revoked', async (t) => {
    const server = await start(t)
    const made: Answer<Made>[] = []
    for (const email of ['bo@example.org', 'BO@example.org', ' bo@Example.org'])
      made.push(await make(server, 'app', email))
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.match(assertProblem(await make(server, 'app', 'bo@example.org'), 409).detail, /3 active/)
    assert.equal((await make(server, 'app', 'other@example.org')).status, 201)
    await inStore(server, (store) => revokeKey(store, { id: made[0]!.body.id }))
    assertProblem(await server.ask('/v1/stats', { key: made[0]!.body.key }), 401)
    assert.equal((await make(server, 'app', 'bo@example.org')).status, 201)
  })

  it('allows five keys an address in 24 hours', async (t) => {
    const server = await start(t)
    for (let n = 0; n < 5; n++) {
      const { body } = await make(server, 'app', 'cy@example.org')
      await inStore(server, (store) => revokeKey(store, { id: body.id }))
    }
    server.clock.now = new Date(noon.getTime() + 3600_000)
    const sixth = await make(server, 'app', 'cy@example.org')
    assertProblem(sixth, 429)
    assert.equal(sixth.headers.get('Retry-After'), String(23 * 3600))
    server.clock.now = new Date(noon.getTime() + 24 * 3600_000)
    assert.equal((await make(server, 'app', 'cy@example.org')).status, 201)
  })

  it('holds the limits when many ask at once', async (t) => {
    const server = await start(t)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => make(server, 'app', 'di@example.org')),
    )
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [...Array(3).fill(201), ...Array(17).fill(409)])
  })

  it('allows so many a day for a client address, whatever the email', async (t) => {
    const server = await start(t, { CREATION_DAILY_LIMIT: '2' })
    assert.equal((await make(server, 'app', 'a@example.org')).status, 201)
    assertBadParameters(await make(server, '', 'b@example.org'), ['name'])
    assert.equal((await make(server, 'app', 'b@example.org')).status, 201)
    const third = await make(server, 'app', 'c@example.org')
    assert.match(assertProblem(third, 429).detail, /today; try again in 12 hours$/)
    assert.equal(third.headers.get('Retry-After'), String(12 * 3600))
  })
})

describe('GET and DELETE /v1/keys', () => {
  it('answer 401 without a key and 403 with one: both need a session', async (t) => {
    const server = await start(t)
    for (const method of ['GET', 'DELETE'])
      for (const path of ['/v1/keys', `/v1/keys?id=${server.keyIds.free}`]) {
        assertProblem(await server.ask(path, { method, key: null }), 401)
        assertProblem(await server.ask(path, { method, key: 'svc_live_nonsense' }), 401)
        assertProblem(await server.ask(path, { method, key: 'free' }), 403)
        assertProblem(await server.ask(path, { method, key: 'paid' }), 403)
      }
    assert.equal((await server.ask('/v1/stats', { key: 'free' })).status, 200, 'not revoked')
  })
})
