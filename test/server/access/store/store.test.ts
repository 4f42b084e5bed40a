import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listKeys } from '../../../../server/access/keys/key_list.ts'
import { createKey } from '../../../../server/access/keys/keys.ts'
import { openTestStore } from '../../../support/services.ts'
import { scratchFolder, scratchStore } from './scratch_store.ts'
import { startProcess } from './store_process.ts'

const request = { name: 'kept', tier: 'free', email: null } as const

describe('openStore(stateDir, url)', () => {
  it('keeps what was written when it is opened again', async (t) => {
    const folder = await scratchFolder(t)
    const first = await openTestStore(folder)
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
})

describe('Store.version()', () => {
  it('stays as it is while nothing is written', async (t) => {
    const store = await scratchStore(t)
    const before = await store.version()
    await listKeys(store)
    assert.equal(await store.version(), before)
  })

  it('changes with a commit of this process and of another connection', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const other = await scratchStore(t, folder)
    const versions = new Set([await store.version()])
    await createKey(store, request)
    versions.add(await store.version())
    await createKey(other, request)
    versions.add(await store.version())
    assert.equal(versions.size, 3)
  })
})
