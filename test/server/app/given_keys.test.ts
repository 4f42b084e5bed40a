import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { revokeKey } from '../../../server/access/keys/keys.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'
import { openTestStore } from '../../support/services.ts'
import { signIn } from '../../support/signed_in.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
type Failure = { detail: string }

describe('a key of a request', () => {
  it('may be a bearer token', async () => {
    const bearer = (key: string) => ({ key: null, headers: { Authorization: `Bearer ${key}` } })
    for (const path of ['/v1/farms?practices=organic', '/v1/snapshots'])
      assert.equal((await server.ask(path, bearer(server.keys.paid))).status, 200, path)
    const free = await server.ask('/v1/farms?practices=organic', bearer(server.keys.free))
    assert.equal(free.status, 403)
  })

  it('may come in two header fields; two different keys are refused', async () => {
    const { free, paid } = server.keys
    const statusOf = async (...keys: string[]) => {
      const headers = { 'X-API-Key': keys.join(', ') } // as fetch and Node join fields of one name
      return (await server.ask('/v1/stats', { key: null, headers })).status
    }
    assert.equal(await statusOf(free, free), 200)
    assert.equal(await statusOf(free, paid), 400)
  })

  it('is not the token of a session, which may come beside it', async () => {
    const ann = await signIn(server, 'ann@example.org')
    assert.equal((await ann.ask('/v1/snapshots')).status, 200)
    assert.equal((await ann.ask('/v1/farms', { key: 'paid' })).status, 200)
  })

  it('is refused with the reason: none, unknown, or revoked', async () => {
    const detailOf = async (key: string | null) => {
      const { status, body } = await server.ask<Failure>('/v1/stats', { key })
      assert.equal(status, 401)
      return body.detail
    }
    const made = await server.newKey('free')
    assert.equal((await server.ask('/v1/stats', { key: made.key })).status, 200)
    const store = await openTestStore(server.stateDir)
    await revokeKey(store, { id: made.id })
    await store.close()
    assert.match(await detailOf(null), /^no API key/)
    assert.match(await detailOf(`svc_live_${'0'.repeat(32)}`), /^this API key is unknown/)
    assert.match(await detailOf(made.key), /^this API key is revoked/)
  })

  it('opens an operation whatever the product is called', async () => {
    for (const path of [
      '/v1/farms?product=eggs',
      '/v1/search?near=05828&product=eggs',
      '/v1/food?products=eggs',
      '/v1/market/landscape?near=05828&products=eggs',
      '/v1/market/prices?near=05828&products=eggs',
      '/v1/market/delivery?near=05828&products=eggs',
      '/v1/listings?products=eggs',
    ])
      assert.equal((await server.ask(path)).status, 200, path)
  })
})
