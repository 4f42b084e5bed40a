// Runs alone: it starts services and stops them.
import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import { createKey } from '../../server/access/keys/keys.ts'
import { newestToken } from '../support/mailbox.ts'
import { onServices, openTestStore, serviceSettings } from '../support/services.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { startServerProcess, type ServerProcess } from './server_process.ts'

const skip = onServices ? false : 'needs PostgreSQL and Redis: npm run test:services'
const email = 'ann@example.org'
const json = { 'Content-Type': 'application/json' }

/** Two server processes on one database, one Redis and one folder of mails. */
async function twoServers(t: TestContext, own: Record<string, string> = {}) {
  const stateDir = await temporaryFolder(t)
  const settings = {
    BUILD_DIR: stateDir,
    STATE_DIR: stateDir,
    ANONYMOUS_MINUTE_LIMIT: '1000000',
    ...(await serviceSettings(stateDir)),
    ...own,
  }
  const start = () => startServerProcess(t, settings)
  const [one, two] = await Promise.all([start(), start()])
  const newKey = async () => {
    const store = await openTestStore(stateDir)
    try {
      return await createKey(store, { name: 'a', tier: 'free', email: null })
    } finally {
      await store.close()
    }
  }
  return { stateDir, one, two, newKey }
}

async function send(
  server: ServerProcess,
  method: string,
  path: string,
  session?: string,
  body?: object,
) {
  const bearer = session === undefined ? {} : { Authorization: `Bearer ${session}` }
  const headers = { ...bearer, ...(body && json) }
  const answer = await fetch(server.url + path, {
    method,
    headers: headers as Record<string, string>,
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never }
}

/** 403 for a key that is valid, 401 for one that isn't; both count. */
async function probe(server: ServerProcess, key: string) {
  const answer = await fetch(`${server.url}/v1/keys`, { headers: { 'X-API-Key': key } })
  await answer.text()
  return { status: answer.status, left: Number(answer.headers.get('X-RateLimit-Remaining')) }
}

async function signIn({
  stateDir,
  one,
  two,
}: Awaited<ReturnType<typeof twoServers>>): Promise<string> {
  const { sign_in } = (await send(one, 'POST', '/v1/sign-in', undefined, { email })).body
  const shown = { sign_in, token: await newestToken(stateDir, email) }
  return (await send(two, 'POST', '/v1/sessions', undefined, shown)).body['session']
}

describe('two servers on one PostgreSQL and one Redis', { skip }, () => {
  before(() => assert.ok(onServices))

  it('see what the other does to a key at the very next request', async (t) => {
    const servers = await twoServers(t)
    const { one, two } = servers
    const session = await signIn(servers)
    for (let n = 0; n < 4; n++)
      for (const [here, there] of [
        [one, two],
        [two, one],
      ] as const) {
        const made = (await send(here, 'POST', '/v1/keys', session, { name: 'a' })).body as {
          key: string
          id: string
        }
        assert.equal((await probe(there, made.key)).status, 403)
        const path = `/v1/keys/${made.id}/rotate`
        const turned = (await send(there, 'POST', path, session, { grace_hours: 0 })).body as {
          key: string
        }
        assert.deepEqual(
          [(await probe(here, made.key)).status, (await probe(here, turned.key)).status],
          [401, 403],
        )
        assert.equal((await send(here, 'DELETE', `/v1/keys?id=${made.id}`, session)).status, 200)
        assert.equal((await probe(there, turned.key)).status, 401)
      }
  })

  it('hold the daily limit of a key together, exactly, at three hundred requests at once', async (t) => {
    const { one, two, newKey } = await twoServers(t, { FREE_DAILY_LIMIT: '100' })
    const { key } = await newKey()
    const asked = Array.from({ length: 300 }, (_, n) => probe(n % 3 === 0 ? one : two, key))
    const answers = await Promise.all(asked)
    const allowed = answers.filter(({ status }) => status === 403)
    assert.equal(allowed.length, 100)
    assert.equal(answers.filter(({ status }) => status === 429).length, 200)
    const left = allowed.map(({ left }) => left).toSorted((a, b) => a - b)
    assert.deepEqual(
      left,
      Array.from({ length: 100 }, (_, n) => n),
    )
    assert.deepEqual(await probe(one, key), { status: 429, left: 0 })
  })

  it('show the requests of both', async (t) => {
    const servers = await twoServers(t)
    const { one, two } = servers
    const session = await signIn(servers)
    const { key } = (await send(one, 'POST', '/v1/keys', session, { name: 'a' })).body
    for (const server of [one, two, two]) await probe(server, key)
    for (const server of [one, two]) {
      const { data } = (await send(server, 'GET', '/v1/keys', session)).body as {
        data: { requests_today: number }[]
      }
      assert.deepEqual(
        data.map(({ requests_today }) => requests_today),
        [3],
      )
    }
  })

  it('hold the limit of active keys together at fifty creations at once', async (t) => {
    const servers = await twoServers(t)
    const { one, two } = servers
    const session = await signIn(servers)
    const make = (server: ServerProcess) => send(server, 'POST', '/v1/keys', session, { name: 'a' })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => make(n % 2 ? one : two)))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(45).fill(409)])
    const byEmail = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send(n % 2 ? one : two, 'POST', '/v1/keys', undefined, {
          name: 'b',
          email: 'bo@example.org',
        }),
      ),
    )
    assert.equal(byEmail.filter(({ status }) => status === 201).length, 3)
  })

  it('share sessions, and end them everywhere', async (t) => {
    const servers = await twoServers(t)
    const { one, two } = servers
    const sessions = [await signIn(servers), await signIn(servers)]
    const statuses = async () => [
      (await send(one, 'GET', '/v1/session', sessions[0])).status,
      (await send(two, 'GET', '/v1/session', sessions[1])).status,
    ]
    assert.deepEqual(await statuses(), [200, 200])
    await send(two, 'DELETE', '/v1/session?everywhere=true', sessions[0])
    assert.deepEqual(await statuses(), [401, 401])
  })

  it('keep the counts of a server that is killed', async (t) => {
    const { one, two, newKey } = await twoServers(t, { FREE_DAILY_LIMIT: '10' })
    const { key } = await newKey()
    for (let n = 0; n < 6; n++) await probe(one, key)
    await one.kill()
    assert.deepEqual(await probe(two, key), { status: 403, left: 3 })
  })
})
