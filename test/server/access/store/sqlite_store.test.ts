import Database from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { closeAccount, confirmAccount } from '../../../../server/access/accounts/accounts.ts'
import { beginSignIn } from '../../../../server/access/accounts/sign_in.ts'
import { listKeys } from '../../../../server/access/keys/key_list.ts'
import { KeyLookup } from '../../../../server/access/keys/key_lookup.ts'
import { createKey } from '../../../../server/access/keys/keys.ts'
import { migrations } from '../../../../server/access/store/migrations.ts'
import type { StoreSchema } from '../../../../server/access/store/schema.ts'
import { hashSecret } from '../../../../server/access/secret.ts'
import { openStore } from '../../../../server/access/store/open_store.ts'
import { StoreError } from '../../../../server/access/store/store_errors.ts'
import { scratchFolder } from './scratch_store.ts'

/** A store in a file, on whatever the other tests run. */
async function fileStore(t: TestContext, folder: string) {
  const store = await openStore(folder)
  t.after(() => store.close())
  return store
}

const request = { name: 'kept', tier: 'free', email: null } as const

describe('openStore(stateDir), without a URL', () => {
  it('makes the folder, and files that their owner alone can read', async (t) => {
    const folder = join(await scratchFolder(t), 'deep', 'state')
    const store = await fileStore(t, folder)
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
    await fileStore(t, folder)
    assert.equal((await stat(join(folder, 'store.sqlite'))).mode & 0o777, 0o600)
  })

  it('writes so that a commit survives a power cut', async (t) => {
    const folder = await scratchFolder(t)
    const { db } = await fileStore(t, folder)
    const { rows } = await db.executeQuery<{ synchronous: number }>(pragma('synchronous'))
    assert.deepEqual(rows, [{ synchronous: 2 }])
    const log = await db.executeQuery(pragma('journal_mode'))
    assert.deepEqual(log.rows, [{ journal_mode: 'wal' }])
  })

  it('stays locked if another thread opens it: no other program deletes its log', async (t) => {
    const folder = await scratchFolder(t)
    await fileStore(t, folder)
    await fileStore(t, folder)
    const script = `const { DatabaseSync } = require('node:sqlite')
      const database = new DatabaseSync(process.argv[1])
      database.exec('pragma locking_mode = exclusive')
      database.prepare('select * from keys').all()`
    await assert.rejects(
      promisify(execFile)(process.execPath, ['-e', script, join(folder, 'store.sqlite')]),
      /database is locked/,
    )
  })

  it('leaves nothing of a closed account in its file', async (t) => {
    const folder = await scratchFolder(t)
    const store = await openStore(folder)
    const { id, email } = await confirmAccount(store, 'ann@example.org')
    await beginSignIn(store, { email, next: '/console' })
    await createKey(store, { ...request, email })
    const { revoked } = await closeAccount(store, { account: id })
    assert.equal(revoked, 1)
    await store.close()
    assert.ok(!(await readFile(join(folder, 'store.sqlite'), 'latin1')).includes(email))
  })

  it('waits for the disk with what is changed, and not with counts', async (t) => {
    const folder = await scratchFolder(t)
    const { db, counts } = await fileStore(t, folder)
    for (const [each, synchronous] of [
      [db, 2],
      [counts, 1],
    ] as const) {
      const { rows } = await each.executeQuery(pragma('synchronous'))
      assert.deepEqual(rows, [{ synchronous }])
    }
  })

  it('brings the store of an older version up to date, and keeps what is in it', async (t) => {
    const folder = await scratchFolder(t)
    const database = new Database(join(folder, 'store.sqlite'))
    const db = new Kysely<StoreSchema>({ dialect: new SqliteDialect({ database }) })
    const provider = { getMigrations: async () => migrations }
    const { error } = await new Migrator({ db, provider }).migrateTo('0001_keys_and_usage')
    assert.equal(error, undefined)
    const secret = `svc_live_${'0'.repeat(32)}`
    const old = {
      id: 'old',
      prefix: 'svc_live_0000',
      name: 'old',
      tier: 'paid',
      email: null,
    } as const
    const rest = { created_at: '2026-01-01T00:00:00.000Z', revoked_at: null, revision: 1 }
    const row = { ...old, ...rest, hash: hashSecret(secret) }
    await db.insertInto('keys').values(row).execute()
    await db.destroy()
    const store = await fileStore(t, folder)
    assert.deepEqual(await (await KeyLookup.open(store)).find(secret), { id: 'old', tier: 'paid' })
    const [listed] = await listKeys(store)
    assert.deepEqual([listed?.name, listed?.account_id], ['old', null])
    assert.deepEqual([listed?.kind, listed?.origins], ['secret', null])
  })

  it('fills in the prefixes that are known: those since the last rotation of a key', async (t) => {
    const folder = await scratchFolder(t)
    const database = new Database(join(folder, 'store.sqlite'))
    const db = new Kysely<StoreSchema>({ dialect: new SqliteDialect({ database }) })
    const provider = { getMigrations: async () => migrations }
    await new Migrator({ db, provider }).migrateTo('0002_accounts_rotation_and_audit')
    const at = '2026-01-01T00:00:00.000Z'
    for (const id of ['turned', 'same'])
      database
        .prepare(
          `insert into keys (id, hash, prefix, name, tier, created_at, revision)
          values (?, ?, ?, '', 'free', ?, 1)`,
        )
        .run(id, id, `svc_live_${id}`, at)
    const entries: [revision: number, action: string, key_id: string | null][] = [
      [1, 'key created', 'turned'],
      [2, 'key created', 'same'],
      [3, 'key rotated', 'turned'],
      [4, 'key rotated', 'turned'],
      [5, 'key moved', 'turned'],
      [6, 'account created', null],
    ]
    for (const entry of entries)
      database
        .prepare(
          `insert into audit (id, revision, at, actor, action, key_id)
          values (?, ?, '${at}', 'operator', ?, ?)`,
        )
        .run(`${entry[0]}`, ...entry)
    database
      .prepare('insert into former_secrets values (?, ?, ?, ?)')
      .run('former', 'turned', at, '2999-01-01T00:00:00.000Z')
    await db.destroy()
    const store = await fileStore(t, folder)
    const log = await store.db.selectFrom('audit').selectAll().orderBy('revision').execute()
    const turned = 'svc_live_turned'
    assert.deepEqual(
      log.map(({ key_prefix }) => key_prefix),
      [null, 'svc_live_same', null, turned, turned, null],
    )
    const listed = (await listKeys(store)).find(({ id }) => id === 'turned')
    assert.deepEqual(listed?.former_secrets, [
      { prefix: null, valid_until: '2999-01-01T00:00:00.000Z' },
    ])
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
        new RegExp(
          `9999_things_to_come.*up to ${Object.keys(migrations).at(-1)}.*run that version`,
        ),
      )
      return true
    })
    assert.deepEqual(database.prepare('select name from kysely_migration').pluck().all(), [
      ...Object.keys(migrations),
      '9999_things_to_come',
    ])
  })

  it('says which file is no store', async (t) => {
    const folder = await scratchFolder(t)
    await writeFile(join(folder, 'store.sqlite'), 'not a database, '.repeat(100))
    await assert.rejects(openStore(folder), {
      name: 'StoreError',
      message: /cannot open the store: .*store\.sqlite is not a database: restore it/,
    })
  })

  it('says which folder can not be made', async (t) => {
    const folder = await scratchFolder(t)
    await writeFile(join(folder, 'file'), '')
    await assert.rejects(openStore(join(folder, 'file', 'state')), {
      name: 'StoreError',
      message: /cannot open the store: .*store\.sqlite can not be opened .*STATE_DIR.*ENOTDIR/,
    })
  })

  it('says when a folder stands where the file belongs', async (t) => {
    const folder = await scratchFolder(t)
    await mkdir(join(folder, 'store.sqlite'))
    await assert.rejects(openStore(folder), { name: 'StoreError' })
  })
})

function pragma(name: 'synchronous' | 'journal_mode') {
  return CompiledQuery.raw(`pragma ${name}`)
}
