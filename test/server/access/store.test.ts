import Database from 'better-sqlite3'
import { CompiledQuery } from 'kysely'
import assert from 'node:assert/strict'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createKey, listKeys } from '../../../server/access/keys.ts'
import { StoreError, openStore } from '../../../server/access/store.ts'
import { scratchFolder, scratchStore } from './scratch_store.ts'
import { startProcess } from './store_process.ts'

const request = { name: 'kept', tier: 'free', email: null } as const

describe('openStore(stateDir)', () => {
  it('makes the folder, and files that their owner alone can read', async (t) => {
    const folder = join(await scratchFolder(t), 'deep', 'state')
    const store = await scratchStore(t, folder)
    await createKey(store, request)
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    assert.equal(await mode(folder), 0o700)
    for (const file of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm']) {
      assert.equal(await mode(join(folder, file)), 0o600, file)
    }
  })

  it('takes the permissions of others away from a file that it finds', async (t) => {
    const folder = await scratchFolder(t)
    await (await openStore(folder)).close()
    await chmod(join(folder, 'store.sqlite'), 0o644)
    await scratchStore(t, folder)
    assert.equal((await stat(join(folder, 'store.sqlite'))).mode & 0o777, 0o600)
  })

  it('writes so that a commit survives a power cut', async (t) => {
    const folder = await scratchFolder(t)
    const { db } = await scratchStore(t, folder)
    const { rows } = await db.executeQuery<{ synchronous: number }>(pragma('synchronous'))
    assert.deepEqual(rows, [{ synchronous: 2 }])
    const log = await db.executeQuery(pragma('journal_mode'))
    assert.deepEqual(log.rows, [{ journal_mode: 'wal' }])
  })

  it('keeps what was written when it is opened again', async (t) => {
    const folder = await scratchFolder(t)
    const first = await openStore(folder)
    const { id } = await createKey(first, request)
    await first.close()
    const keys = await listKeys(await scratchStore(t, folder))
    assert.deepEqual(
      keys.map((key) => key.id),
      [id],
    )
  })

  it('is opened for the first time by several processes at once', async (t) => {
    const folder = await scratchFolder(t)
    const processes = await Promise.all([1, 2, 3].map(() => startProcess(t, folder)))
    for (const other of processes) {
      assert.equal(await other.ask('find', { secret: 'none' }), null)
    }
  })

  it('refuses a store that a newer version wrote, and leaves it as it is', async (t) => {
    const folder = await scratchFolder(t)
    await (await openStore(folder)).close()
    const database = new Database(join(folder, 'store.sqlite'))
    t.after(() => database.close())
    const future = ['9999_things_to_come', '2999-01-01T00:00:00.000Z']
    database.prepare('insert into kysely_migration values (?, ?)').run(future)
    await assert.rejects(openStore(folder), (error: Error) => {
      assert.ok(error instanceof StoreError)
      assert.match(error.message, /store\.sqlite was written by a newer version/)
      assert.match(
        error.message,
        /9999_things_to_come.*up to 0001_keys_and_usage.*run that version/,
      )
      return true
    })
    assert.deepEqual(database.prepare('select name from kysely_migration').pluck().all(), [
      '0001_keys_and_usage',
      '9999_things_to_come',
    ])
  })

  it('says which file is no store', async (t) => {
    const folder = await scratchFolder(t)
    await writeFile(join(folder, 'store.sqlite'), 'not a database, '.repeat(100))
    await assert.rejects(openStore(folder), {
      name: 'StoreError',
      message: /cannot open the store .*store\.sqlite: file is not a database; .*STATE_DIR/,
    })
  })

  it('says which folder can not be made', async (t) => {
    const folder = await scratchFolder(t)
    await writeFile(join(folder, 'file'), '')
    await assert.rejects(openStore(join(folder, 'file', 'state')), {
      name: 'StoreError',
      message: /cannot open the store .*ENOTDIR/,
    })
  })

  it('says when a folder stands where the file belongs', async (t) => {
    const folder = await scratchFolder(t)
    await mkdir(join(folder, 'store.sqlite'))
    await assert.rejects(openStore(folder), { name: 'StoreError' })
  })
})

describe('Store.version()', () => {
  it('stays as it is while nothing is written', async (t) => {
    const store = await scratchStore(t)
    const before = store.version()
    await listKeys(store)
    assert.equal(store.version(), before)
  })

  it('changes with a commit of this process and of another connection', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const other = await scratchStore(t, folder)
    const versions = new Set([store.version()])
    await createKey(store, request)
    versions.add(store.version())
    await createKey(other, request)
    versions.add(store.version())
    assert.equal(versions.size, 3)
  })
})

function pragma(name: 'synchronous' | 'journal_mode') {
  return CompiledQuery.raw(`pragma ${name}`)
}
