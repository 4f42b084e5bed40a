// Runs alone: it measures time.
import Database from 'better-sqlite3'
import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem } from '../../support/problem_document.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { postJson, signIn } from '../../support/signed_in.ts'

const { root } = await fixtureSnapshot({ after })
const noon = new Date('2026-06-15T12:00:00Z')

/** A server whose store is a file, whatever the other tests run on, and a person signed in. */
async function onFile(t: TestContext, own: Record<string, string> = {}) {
  const settings = { STORE_URL: '', LIMITS_URL: '', ...own }
  const server = await startServer(t, root, { settings, now: noon })
  const ann = await signIn(server, 'ann@example.org')
  return { server, ann, path: join(server.stateDir, 'store.sqlite') }
}

const lockOf = (t: TestContext, path: string, statement: string) => {
  const other = new Database(path)
  t.after(() => other.close())
  other.exec(statement)
  return other
}

type Ready = { checks: { store: string; redis: string | null } }
const storeOf = async (server: TestServer) =>
  (await server.ask<Ready>('/readyz', { key: null })).body.checks.store

async function until(isRight: () => Promise<boolean>): Promise<void> {
  while (!(await isRight())) await sleep(20)
}

/** The lines of the log about the store, which are not about a request. */
const reports = ({ log }: TestServer) =>
  log.lines().flatMap(({ msg }) => (/^the (store|request)/.test(String(msg)) ? [String(msg)] : []))

const unknown = `svc_live_${'0'.repeat(32)}`

describe('a server whose store', () => {
  for (const lock of ['begin immediate', 'begin exclusive'])
    it(`is locked by another process (${lock}) refuses what needs writing, and nothing else`, async (t) => {
      const { server, ann, path } = await onFile(t)
      const other = lockOf(t, path, lock)
      let pending = true
      const byEmail = { name: 'b', email: 'bo@example.org' }
      const writes = Promise.all([
        ann.post('/v1/keys', { name: 'b' }),
        postJson(server, '/v1/keys', byEmail),
        postJson(server, '/v1/sign-in', { email: 'bo@example.org' }),
      ]).finally(() => (pending = false))
      let answered = 0
      for (; pending; answered++) {
        assert.equal((await server.ask('/healthz', { key: null })).status, 200)
        assert.equal((await server.ask('/v1/stats', { key: 'free' })).status, 200)
      }
      assert.ok(answered > 10, `${answered} in the time of one write: the server stood still`)
      for (const answer of await writes) {
        assertProblem(answer, 503)
        assert.match(answer.headers.get('Retry-After') ?? '', /^[1-9]\d*$/)
      }
      assertProblem(await server.ask('/v1/stats', { key: unknown }), 401)
      server.clock.now = new Date(noon.getTime() + 120_000)
      assert.equal((await ann.ask('/v1/keys')).status, 200, 'its use can not be noted')
      assert.equal(await storeOf(server), 'away')
      other.exec('commit')
      await until(async () => (await storeOf(server)) === 'works')
      assert.equal((await ann.post('/v1/keys', { name: 'b' })).status, 201)
      await server.close()
      const usage = other.prepare('select count from usage where key_id = ?').pluck()
      assert.equal(usage.get(server.keyIds.free), answered, 'every request is counted')
      const said = reports(server)
      assert.equal(said.length, 2, said.join('\n'))
      assert.match(said[0]!, /does not work: another process locks .*store\.sqlite/)
      assert.match(said[1]!, /works again/)
    })

  it('is deleted lets known keys go on for the grace, and says so', async (t) => {
    const { server, path } = await onFile(t, { STORE_GRACE_SECONDS: '300' })
    const stats = async (key: string) => (await server.ask('/v1/stats', { key })).status
    assert.equal(await stats('free'), 200)
    for (const ending of ['', '-wal', '-shm']) await rename(path + ending, `${path}.away${ending}`)
    await until(async () => (await storeOf(server)) === 'away')
    // Requests look for the file once a second, /readyz at once.
    await until(async () => (await stats(unknown)) === 503)
    assert.equal(await stats('free'), 200)
    assertProblem(await postJson(server, '/v1/sign-in', { email: 'bo@example.org' }), 503)
    server.clock.now = new Date(noon.getTime() + 300_001)
    assert.equal(await stats('free'), 503)
    for (const key of [null, 'free']) {
      const ready = await server.ask('/readyz', { key })
      assert.match(assertProblem(ready, 503).detail, /store has been away for too long/)
      assert.match(ready.headers.get('Retry-After') ?? '', /^[1-9]\d*$/)
      assert.equal((await server.ask('/healthz', { key })).status, 200)
    }
    for (const ending of ['', '-wal', '-shm']) await rename(`${path}.away${ending}`, path + ending)
    await until(async () => (await stats('free')) === 200)
    await until(async () => (await storeOf(server)) === 'works')
    const said = reports(server)
    assert.equal(said.length, 2, said.join('\n'))
    assert.match(said[0]!, /store\.sqlite, or a file beside it, was deleted .* start again/)
  })
})
