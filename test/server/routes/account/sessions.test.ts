import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { mailsTo, newestToken } from '../../../support/mailbox.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { startServer } from '../../../support/running_server.ts'
import { postJson, signIn } from '../../../support/signed_in.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })
const noon = new Date('2026-06-15T12:00:00Z')
const start = (t: TestContext, settings = {}) => startServer(t, root, { settings, now: noon })
const email = 'ann@example.org'

describe('signing in from a program', () => {
  it('gives a session for the token in the mail, together with what asking gave', async (t) => {
    const server = await start(t)
    const ann = await signIn(server, email)
    const shown = await ann.ask('/v1/session')
    assert.deepEqual(shown.body, {
      account: { id: ann.accountId, email },
      created_at: '2026-06-15T12:00:00.000Z',
      expires_at: '2026-07-15T12:00:00.000Z',
    })
    const [mail] = await mailsTo(server.stateDir, email)
    assert.doesNotMatch(mail?.text ?? '', /http/, 'no link: a browser has no use for it')
  })

  it('is the same account each time, whatever the case of the address', async (t) => {
    const server = await start(t)
    const one = await signIn(server, email)
    const body = { email: ' ANN@Example.org ' }
    const { body: asked } = await postJson<{ sign_in: string }>(server, '/v1/sign-in', body)
    const shown = { sign_in: asked.sign_in, token: await newestToken(server.stateDir, email) }
    const { body: two } = await postJson<{ session: string; account: { id: string } }>(
      server,
      '/v1/sessions',
      shown,
    )
    assert.equal(two.account.id, one.accountId)
    assert.notEqual(two.session, one.session)
  })

  it('refuses the mail without what asking gave, and the other way round', async (t) => {
    const server = await start(t)
    const { body } = await postJson<{ sign_in: string }>(server, '/v1/sign-in', { email })
    const token = await newestToken(server.stateDir, email)
    const other = await postJson<{ sign_in: string }>(server, '/v1/sign-in', {
      email: 'e@example.org',
    })
    for (const [sign_in, given] of [
      [other.body.sign_in, token],
      [token, token],
      ['', token],
      [body.sign_in, body.sign_in],
      [body.sign_in, ''],
    ])
      assertProblem(await postJson(server, '/v1/sessions', { sign_in, token: given }), 403)
    const right = { sign_in: body.sign_in, token }
    assert.equal((await postJson(server, '/v1/sessions', right)).status, 201)
    assertProblem(await postJson(server, '/v1/sessions', right), 403)
  })

  it('names what is wrong with a body', async (t) => {
    const server = await start(t)
    assertBadParameters(await postJson(server, '/v1/sign-in', {}), ['email'])
    assertBadParameters(await postJson(server, '/v1/sign-in', { email, next: '/' }), ['next'])
    assertBadParameters(await postJson(server, '/v1/sessions', {}), ['sign_in', 'token'])
    assertProblem(await server.ask('/v1/sign-in', { method: 'POST', body: 'email=a' }), 415)
    assertBadParameters(await postJson(server, '/v1/sign-in?a=1', { email }), ['a'])
  })

  it('takes over the keys that were made for the address by email alone', async (t) => {
    const server = await start(t)
    const make = async (name: string, address: string) => {
      const made = await postJson<{ id: string; key: string }>(server, '/v1/keys', {
        name,
        email: address,
      })
      return made.body
    }
    const mine = await make('mine', 'Ann@example.org')
    await make('another', 'bo@example.org')
    const ann = await signIn(server, email)
    const listed = async () =>
      (await ann.ask<{ data: { id: string; name: string }[] }>('/v1/keys')).body.data
    assert.deepEqual(
      (await listed()).map(({ id, name }) => [id, name]),
      [[mine.id, 'mine']],
    )
    const later = await make('later', email)
    assert.equal((await listed()).length, 1, 'not before the address is confirmed again')
    await signIn(server, email)
    assert.deepEqual(
      (await listed()).map(({ id }) => id).toSorted(),
      [mine.id, later.id].toSorted(),
    )
    assert.equal((await ann.ask(`/v1/keys?id=${mine.id}`, { method: 'DELETE' })).status, 200)
    assertProblem(await server.ask('/v1/keys', { key: mine.key }), 401)
  })
})

describe('DELETE /v1/session', () => {
  it('ends this session, or with everywhere all of the account', async (t) => {
    const server = await start(t)
    const [one, two, three] = [
      await signIn(server, email),
      await signIn(server, email),
      await signIn(server, email),
    ]
    const other = await signIn(server, 'bo@example.org')
    const status = async ({ ask }: typeof one) => (await ask('/v1/session')).status
    assert.deepEqual((await one.ask('/v1/session', { method: 'DELETE' })).body, { success: true })
    assert.deepEqual([await status(one), await status(two)], [401, 200])
    await two.ask('/v1/session?everywhere=true', { method: 'DELETE' })
    const all = [await status(one), await status(two), await status(three), await status(other)]
    assert.deepEqual(all, [401, 401, 401, 200])
    assertBadParameters(await other.ask('/v1/session?everywhere=yes', { method: 'DELETE' }), [
      'everywhere',
    ])
  })

  it('asks for a session with how to give one', async (t) => {
    const server = await start(t)
    const given: Record<string, string>[] = [
      {},
      { Authorization: 'Bearer nonsense' },
      { Authorization: 'Basic YTpi' },
    ]
    for (const headers of given) {
      const answer = await server.ask('/v1/session', { key: null, headers })
      assertProblem(answer, 401)
      assert.match(answer.headers.get('WWW-Authenticate') ?? '', /^Bearer /)
    }
  })
})
