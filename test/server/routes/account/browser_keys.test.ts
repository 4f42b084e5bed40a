import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'
import { signIn } from '../../../support/signed_in.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })

type Made = { key: string; id: string; kind: string; origins: string[] | null; daily_limit: number }
type Listed = Made & { requests_today: number }

describe('browser keys of an account', () => {
  it('are for web pages where they have origins, which can be changed', async (t) => {
    const server = await startServer(t, root, { settings: { BROWSER_DAILY_LIMIT: '500' } })
    const ann = await signIn(server, 'ann@example.org')
    const Origin = 'https://farms.example'
    const wanted = { name: 'map', kind: 'browser', origins: [`${Origin}/`, Origin] }
    const made = await ann.post<Made>('/v1/keys', wanted)
    assert.equal(made.status, 201, made.text)
    const { key, id, ...rest } = made.body
    assert.match(key, /^svc_pub_[0-9a-f]{32}$/)
    assert.deepEqual(rest, { kind: 'browser', origins: [Origin], tier: 'free', daily_limit: 500 })
    const asked = (origin: string) =>
      server.ask('/v1/stats', { key, headers: { Origin: origin } }).then(({ text }) => text)
    // There is no snapshot here: a key that is taken gets a 503.
    assert.match(await asked(Origin), /"status":503/)
    const other = 'https://www.farms.example'
    assert.match(await asked(other), /"status":403/)
    const patch = (origins: unknown) => ({
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ origins }),
    })
    const change = (keyId: string, origins: unknown) =>
      ann.ask<Made>(`/v1/keys/${keyId}`, patch(origins))
    const changed = await change(id, ['https://*.farms.example'])
    assert.equal(changed.status, 200, changed.text)
    assert.deepEqual(changed.body, {
      id,
      name: 'map',
      kind: 'browser',
      origins: ['https://*.farms.example'],
    } as never)
    assert.match(await asked(other), /"status":503/)
    assert.match(await asked(Origin), /"status":403/)
    const { data } = (await ann.ask<{ data: Listed[] }>('/v1/keys')).body
    const [listed] = data
    assert.deepEqual([listed?.daily_limit, listed?.requests_today], [500, 2])
    const bo = await signIn(server, 'bo@example.org')
    assertProblem(await bo.ask(`/v1/keys/${id}`, patch([Origin])), 404)
    const secret = await ann.post<Made>('/v1/keys', { name: 'secret' })
    assertProblem(await change(secret.body.id, [Origin]), 409)
    const tooMany = Array.from({ length: 11 }, (_, n) => `https://${n}.farms.example`)
    for (const origins of [[], ['nonsense'], tooMany])
      assertBadParameters(await change(id, origins), ['origins'])
    const misfits = [
      { kind: 'browser' },
      { origins: [Origin] },
      { kind: 'secret', origins: [Origin] },
    ]
    for (const misfit of misfits)
      assertBadParameters(await ann.post('/v1/keys', { name: 'n', ...misfit }), ['origins'])
    assertBadParameters(await ann.post('/v1/keys', { name: 'n', kind: 'public' }), ['kind'])
  })
})
