// Runs with files that let the disk of their process fail.
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { rotateKey } from '../../server/access/keys/key_rotation.ts'
import { createKey, revokeKey, setTier } from '../../server/access/keys/keys.ts'
import { openStore } from '../../server/access/store/open_store.ts'
import type { Store } from '../../server/access/store/store.ts'
import type { StoreUnavailable } from '../../server/access/store/store_errors.ts'
import { randomOf } from '../support/random.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { withFileLimit } from './file_limit.ts'
import { seed, tries } from './promises.ts'

type Step = (store: Store, id: string) => Promise<unknown>

const steps: Record<string, Step> = {
  creation: (store) => createKey(store, { name: 'k', tier: 'free', email: null }),
  rotation: (store, id) => rotateKey(store, { id, grace_hours: 1 }),
  move: (store, id) => setTier(store, { id, tier: 'paid' }),
  revocation: (store, id) => revokeKey(store, { id }),
}

/** A store in a file with a key, and what the file holds, read by itself. */
async function prepared(t: TestContext) {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'store.sqlite')
  const store = await openStore(folder)
  t.after(() => store.close())
  const { id } = await createKey(store, { name: 'k', tier: 'free', email: null })
  const content = () => {
    const file = new Database(path)
    try {
      const tables = ['keys', 'former_secrets', 'key_revision', 'audit']
      const rows = tables.map((table) => file.prepare(`select * from ${table}`).all())
      assert.deepEqual(file.pragma('integrity_check'), [{ integrity_check: 'ok' }])
      return { text: JSON.stringify(rows), entries: rows.at(-1)!.length }
    } finally {
      file.close()
    }
  }
  const logged = async () => (await stat(`${path}-wal`)).size
  return { folder, store, id, content, logged }
}

type Prepared = Awaited<ReturnType<typeof prepared>>

/** Takes a step with the log of commits cut at `share` of what it writes, and then again without. */
async function brokenBy(t: TestContext, step: Step, share: number, on?: Prepared) {
  const { store, id, content, logged } = on ?? (await prepared(t))
  const bytes = await writtenBy(t, step)
  const before = content()
  const broken: string[] = []
  await withFileLimit((await logged()) + Math.ceil(share * bytes), () => step(store, id)).then(
    () => broken.push('a failed write is not told'),
    (error: StoreUnavailable) => {
      if (!/store\.sqlite can not be read or written: check its disk/.test(error.reason ?? ''))
        broken.push(`told as: ${error.message}`)
    },
  )
  if (content().text !== before.text) broken.push('half of it is written')
  await step(store, id)
  if (content().entries !== before.entries + 1) broken.push('the next one is not done once')
  return broken
}

/** The bytes by which a step makes the log longer. */
async function writtenBy(t: TestContext, step: Step): Promise<number> {
  const { store, id, logged } = await prepared(t)
  const before = await logged()
  await step(store, id)
  return (await logged()) - before
}

describe('a store of keys whose disk takes only a part of a write', () => {
  const random = randomOf(seed)
  for (const [name, step] of Object.entries(steps))
    it(`tells it, keeps nothing of the ${name}, and does it the next time`, async (t) => {
      for (let nth = 0; nth < tries(1, 10); nth++)
        assert.deepEqual(await brokenBy(t, step, 0.99 * random()), [])
    })

  it('loses nothing when it closes, and its log can not be merged', async (t) => {
    const { folder, store, id, content, logged } = await prepared(t)
    await setTier(store, { id, tier: 'paid' })
    const before = content().text
    await withFileLimit(10_000, () => store.close())
    assert.ok((await logged()) > 0)
    const again = await openStore(folder)
    t.after(() => again.close())
    assert.equal(content().text, before)
  })

  const planted: Record<string, { change: (store: Store) => Step; found: RegExp }> = {
    'an error that is swallowed': {
      change: () => (store, id) => steps['rotation']!(store, id).catch(() => {}),
      found: /a failed write is not told/,
    },
    'a change that is no transaction': {
      change: (store) => {
        const execute = (change: (db: Store['db']) => unknown) => change(store.db)
        Object.assign(store.db, { transaction: () => ({ execute }) })
        return steps['rotation']!
      },
      found: /half of it is written/,
    },
  }
  for (const [name, { change, found }] of Object.entries(planted))
    it(`is found to have ${name}: a planted fault`, async (t) => {
      const on = await prepared(t)
      assert.match((await brokenBy(t, change(on.store), 0.9, on)).join(), found)
    })
})
