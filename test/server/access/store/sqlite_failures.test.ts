// Runs alone: it measures time.
import Database from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import assert from 'node:assert/strict'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listKeys } from '../../../../server/access/keys/key_list.ts'
import { createKey } from '../../../../server/access/keys/keys.ts'
import { Limits } from '../../../../server/access/limits/limits.ts'
import { openStore } from '../../../../server/access/store/open_store.ts'
import type { Store } from '../../../../server/access/store/store.ts'
import { StoreUnavailable } from '../../../../server/access/store/store_errors.ts'
import { scratchFolder } from './scratch_store.ts'
import { quotas } from './store_process.ts'

const request = { name: 'kept', tier: 'free', email: null } as const

/** A store in a file, its reports, and a second connection to the file that can hold its lock. */
async function fileStore(t: TestContext) {
  const folder = await scratchFolder(t)
  const path = join(folder, 'store.sqlite')
  const reports: string[] = []
  let probe = () => {}
  const store = await openStore(folder, undefined, {
    now: () => new Date('2026-06-15T12:00:00Z'),
    onAway: (error) => reports.push((error as StoreUnavailable).reason),
    onBack: ({ failures }) => reports.push(`back after ${failures} failures`),
    every(_, task) {
      probe = task
      return () => {}
    },
  })
  t.after(() => store.close())
  const other = new Database(path)
  t.after(() => other.close())
  return { store, path, folder, other, reports, probe: () => probe() }
}

/** Runs the probes of a store until they find that it works. */
async function recover({ store, probe }: { store: Store; probe: () => void }) {
  while (store.outage.isAway) {
    probe()
    await nextTurn()
  }
}

const pragma = ({ db }: Store, text: string) => db.executeQuery(CompiledQuery.raw(`pragma ${text}`))

/** How often a timer of 10 ms runs until a promise settles. */
async function timersUntil(promise: Promise<unknown>): Promise<number> {
  let timers = 0
  const timer = setInterval(() => (timers += 1), 10)
  await promise.finally(() => clearInterval(timer))
  return timers
}

describe('a store whose file another process locks', () => {
  for (const lock of ['begin immediate', 'begin exclusive'])
    it(`(${lock}) keeps no one waiting but who writes, and that not for ever`, async (t) => {
      const { store, other, reports, ...rest } = await fileStore(t)
      const { id } = await createKey(store, request)
      other.exec(lock)
      const writes = [createKey(store, request), createKey(store, request)]
      const ends = Promise.allSettled(writes)
      assert.deepEqual(
        (await listKeys(store)).map((key) => key.id),
        [id],
        'while they wait',
      )
      assert.equal(typeof store.version(), 'number')
      assert.ok((await timersUntil(ends)) > 20, 'else the thread would have waited with them')
      for (const write of writes) await assert.rejects(write, StoreUnavailable)
      other.exec('commit')
      await createKey(store, request)
      await recover({ store, ...rest })
      assert.equal(reports.length, 2)
      assert.match(reports[0]!, /another process locks .*store\.sqlite/)
      assert.match(reports[1]!, /^back after \d+ failures$/)
    })

  it('lets a write through that waited for a short lock, in the order of calls', async (t) => {
    const { store, other, reports } = await fileStore(t)
    other.exec('begin immediate')
    const writes = ['a', 'b', 'c'].map((name) => createKey(store, { ...request, name }))
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    other.exec('commit')
    await Promise.all(writes)
    const rows = await store.db.selectFrom('keys').select('name').orderBy('revision').execute()
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['a', 'b', 'c'],
    )
    assert.deepEqual(reports, [])
  })

  it('counts on, and loses nothing', async (t) => {
    const { store, other } = await fileStore(t)
    const { id } = await createKey(store, request)
    const errors: unknown[] = []
    let flush = () => {}
    const every = (_: number, task: () => void) => {
      flush = task
      return () => {}
    }
    const limits = await Limits.open(store, quotas, {
      every,
      onFlushError: (error) => errors.push(error),
    })
    other.exec('begin immediate')
    for (let n = 0; n < 100; n++) {
      await limits.consume('free', id)
      flush()
    }
    await assert.rejects(limits.flush(), StoreUnavailable)
    other.exec('commit')
    await limits.close()
    assert.equal((await listKeys(store))[0]?.requests_today, 100)
    assert.deepEqual(errors, [], 'the store itself reports that it is away')
  })
})

describe('a store whose disk is full', () => {
  it('says so, once, and not that a rollback failed', async (t) => {
    const { store, reports, ...rest } = await fileStore(t)
    await pragma(store, 'max_page_count = 1')
    const large = { ...request, name: 'x'.repeat(100_000) }
    for (let n = 0; n < 10; n++)
      await assert.rejects(createKey(store, large), (error: StoreUnavailable) => {
        assert.match(error.reason, /the disk of .*store\.sqlite is full: make room/)
        return true
      })
    assert.equal((await listKeys(store)).length, 0)
    await pragma(store, 'max_page_count = 100000')
    await createKey(store, large)
    await recover({ store, ...rest })
    assert.equal(reports.length, 2)
    assert.match(reports[0]!, /full/)
    assert.equal(reports[1], 'back after 10 failures')
  })

  it('says so where it can only be read', async (t) => {
    const { store, reports } = await fileStore(t)
    await pragma(store, 'query_only = on')
    await assert.rejects(createKey(store, request), StoreUnavailable)
    assert.equal(reports.length, 1)
    assert.match(reports[0]!, /can not be opened or written/)
  })
})

describe('a store whose file is gone', () => {
  it('says so, writes nothing into what nobody can find, and takes the file back', async (t) => {
    const { store, path, reports, ...rest } = await fileStore(t)
    await createKey(store, request)
    for (const ending of ['', '-wal', '-shm']) await rename(path + ending, `${path}.away${ending}`)
    await assert.rejects(createKey(store, request), StoreUnavailable)
    await assert.rejects(listKeys(store), StoreUnavailable)
    assert.match(reports[0]!, /store\.sqlite, or a file beside it, was deleted .*restore/)
    for (const ending of ['', '-wal', '-shm']) await rename(`${path}.away${ending}`, path + ending)
    await recover({ store, ...rest })
    assert.equal((await listKeys(store)).length, 1)
  })

  it('does not take another file for it', async (t) => {
    const { store, folder, path, reports } = await fileStore(t)
    const { id } = await createKey(store, request)
    for (const ending of ['', '-wal', '-shm']) await rm(path + ending)
    const another = await openStore(folder)
    t.after(() => another.close())
    await assert.rejects(createKey(store, request), StoreUnavailable)
    assert.match(reports[0]!, /deleted or replaced/)
    assert.ok(!(await listKeys(another)).some((key) => key.id === id))
  })

  it('says so where only the log of its commits is gone', async (t) => {
    const { store, path } = await fileStore(t)
    await createKey(store, request)
    await rm(`${path}-wal`)
    await assert.rejects(createKey(store, request), StoreUnavailable)
  })
})
