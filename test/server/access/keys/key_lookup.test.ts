// Runs alone: it measures time.
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { KeyLookup } from '../../../../server/access/keys/key_lookup.ts'
import { rotateKey } from '../../../../server/access/keys/key_rotation.ts'
import { createKey, revokeKey, setOrigins, setTier } from '../../../../server/access/keys/keys.ts'
import { hashSecret } from '../../../../server/access/secret.ts'
import { StoreUnavailable } from '../../../../server/access/store/store_errors.ts'
import { scratchFolder, scratchStore } from '../store/scratch_store.ts'
import { startProcess } from '../store/store_process.ts'

const request = { name: 'a', tier: 'free', email: null } as const

describe('KeyLookup.find(secret)', () => {
  it('finds keys made before it was opened and after', async (t) => {
    const store = await scratchStore(t)
    const before = await createKey(store, request)
    const lookup = await KeyLookup.open(store)
    const after = await createKey(store, { ...request, tier: 'paid' })
    assert.deepEqual(await lookup.find(before.key), { id: before.id, tier: 'free' })
    assert.deepEqual(await lookup.find(after.key), { id: after.id, tier: 'paid' })
  })

  it('finds nothing for texts that are near a key, or none', async (t) => {
    const store = await scratchStore(t)
    const { key } = await createKey(store, request)
    const lookup = await KeyLookup.open(store)
    const wrong = [
      '',
      'svc_live_',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      key.toUpperCase(),
      key.replace('svc_live_', ''),
      `${key}, ${key}`,
      hashSecret(key),
      'constructor',
      '\u0000',
      'x'.repeat(100_000),
    ]
    for (const text of wrong) assert.equal(await lookup.find(text), undefined, text.slice(0, 80))
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        assert.equal(await lookup.find(text), undefined)
      }),
    )
  })

  it('does the same work for every text, so that its time tells nothing', async (t) => {
    const store = await scratchStore(t)
    const { key, id } = await createKey(store, request)
    const { key: revoked, id: revokedId } = await createKey(store, request)
    await revokeKey(store, { id: revokedId })
    let asked = 0
    const version = () => {
      asked += 1
      return store.version()
    }
    const lookup = await KeyLookup.open({ ...store, version })
    const unknown = `svc_live_${'0'.repeat(32)}`
    for (const text of [
      key,
      revoked,
      unknown,
      '',
      'x',
      'svc_live_',
      key.slice(1),
      'é'.repeat(41),
    ]) {
      asked = 0
      const found = await lookup.find(text)
      assert.deepEqual([found?.id, asked], [text === key ? id : undefined, 1], text)
    }
  })

  it('forgets a revoked key and follows a new tier at once', async (t) => {
    const store = await scratchStore(t)
    const { key, id } = await createKey(store, request)
    const lookup = await KeyLookup.open(store)
    await setTier(store, { id, tier: 'paid' })
    assert.deepEqual(await lookup.find(key), { id, tier: 'paid' })
    await revokeKey(store, { id })
    assert.equal(await lookup.find(key), undefined)
    assert.equal(await (await KeyLookup.open(store)).find(key), undefined)
  })

  it('follows the origins of a browser key, and knows a former secret by them', async (t) => {
    const store = await scratchStore(t)
    const lookup = await KeyLookup.open(store)
    const { id, key } = await createKey(store, { ...request, origins: ['https://a.example'] })
    const hosts = async (secret: string) =>
      (await lookup.find(secret))?.origins?.map(({ host }) => host)
    assert.deepEqual(await hosts(key), ['a.example'])
    await setOrigins(store, { id, origins: ['https://b.example', 'https://*.c.example'] })
    const { key: next } = await rotateKey(store, { id, grace_hours: 1 })
    assert.match(next, /^svc_pub_[0-9a-f]{32}$/)
    for (const secret of [key, next])
      assert.deepEqual(await hosts(secret), ['b.example', 'c.example'])
    const { id: secretKey } = await createKey(store, request)
    const wrong = { kind: 'conflict', message: /is a (browser|secret) key/ }
    await assert.rejects(
      setOrigins(store, { id: secretKey, origins: ['https://b.example'] }),
      wrong,
    )
    await assert.rejects(setTier(store, { id, tier: 'paid' }), wrong)
  })

  it('sees what another process does with the very next look-up, both ways', async (t) => {
    const folder = await scratchFolder(t)
    const store = await scratchStore(t, folder)
    const { key, id } = await createKey(store, request)
    const lookup = await KeyLookup.open(store)
    const other = await startProcess(t, folder)
    assert.deepEqual(await lookup.find(key), { id, tier: 'free' })
    await other.ask('tier', { id, tier: 'paid' })
    assert.deepEqual(await lookup.find(key), { id, tier: 'paid' })
    await setTier(store, { id, tier: 'free' })
    assert.deepEqual(await other.ask('find', { secret: key }), { id, tier: 'free' })
    await other.ask('revoke', { id })
    assert.equal(await lookup.find(key), undefined)
  })

  it('is right for look-ups that run beside the changes', async (t) => {
    const store = await scratchStore(t)
    const keys = await Promise.all(Array.from({ length: 20 }, () => createKey(store, request)))
    const lookup = await KeyLookup.open(store)
    await Promise.all(
      keys.map(async ({ key, id }, i) => {
        assert.notEqual(await lookup.find(key), undefined)
        if (i % 2 === 0) {
          await revokeKey(store, { id })
          assert.equal(await lookup.find(key), undefined)
        } else {
          await setTier(store, { id, tier: 'paid' })
          assert.equal((await lookup.find(key))?.tier, 'paid')
        }
      }),
    )
    const found = await Promise.all(keys.map(async ({ key }) => lookup.find(key)))
    assert.deepEqual(
      found.map((key) => key?.tier),
      keys.map((_, i) => (i % 2 === 0 ? undefined : 'paid')),
    )
  })

  it('asks once for requests that arrived together, and none is answered before', async (t) => {
    const store = await scratchStore(t)
    const { key, id } = await createKey(store, request)
    let asked = 0
    const version = () => {
      asked += 1
      return store.version()
    }
    const lookup = await KeyLookup.open({ ...store, version })
    await revokeKey(store, { id })
    const since_ms = performance.now()
    const together = [1, 2, 3].map(async () => lookup.find(key, since_ms))
    assert.deepEqual(await Promise.all(together), [undefined, undefined, undefined])
    asked = 0
    assert.equal(await lookup.find(key, since_ms), undefined)
    assert.equal(asked, 0)
    assert.equal(await lookup.find(key, performance.now()), undefined)
    assert.equal(asked, 1)
  })

  it('is not misled by an answer of the store that comes late', async (t) => {
    const store = await scratchStore(t)
    const held: (() => void)[] = []
    let holding = false
    const late: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (holding) await new Promise<void>((resolve) => held.push(resolve))
        return result
      },
    }
    const lookup = await KeyLookup.open({ ...store, db: store.db.withPlugin(late) })
    const { key, id } = await createKey(store, request)
    const findHeld = async () => {
      const before = held.length
      holding = true
      const found = lookup.find(key)
      while (held.length === before) await nextTurn()
      holding = false
      return { found }
    }
    const first = await findHeld()
    await revokeKey(store, { id })
    assert.equal(await lookup.find(key), undefined)
    await createKey(store, request)
    const last = await findHeld()
    for (const release of held) release()
    await first.found
    assert.equal(await last.found, undefined)
  })

  for (const kind of ['at once', 'later'])
    it(`finds known keys for the grace while the store is away and says so ${kind}`, async (t) => {
      const store = await scratchStore(t)
      const { key, id } = await createKey(store, request)
      const time = { now_ms: Date.UTC(2026, 0, 15), isAway: false }
      const fail = () => {
        throw new StoreUnavailable('away', undefined)
      }
      const version = () => {
        if (!time.isAway) return store.version()
        return kind === 'at once' ? fail() : Promise.resolve().then(fail)
      }
      const now = () => new Date(time.now_ms)
      const lookup = await KeyLookup.open({ ...store, version, now }, { grace_ms: 1000 })
      time.now_ms += 60_000 // no request came, but the keys were confirmed
      await lookup.confirm()
      time.isAway = true
      time.now_ms += 1000
      assert.deepEqual(await lookup.find(key), { id, tier: 'free' })
      await assert.rejects(async () => lookup.find('unknown'), StoreUnavailable)
      assert.equal(lookup.isLost, false)
      time.now_ms += 1
      await assert.rejects(async () => lookup.find(key), StoreUnavailable)
      assert.equal(lookup.isLost, true)
      time.isAway = false
      assert.deepEqual(await lookup.find(key), { id, tier: 'free' })
      time.now_ms += 60_000
      assert.equal(lookup.isLost, false, 'it works, only nobody asks')
    })

  it('answers from memory only while the store is away, not after a fault', async (t) => {
    const store = await scratchStore(t)
    const { key } = await createKey(store, request)
    let isFaulty = false
    const version = () => (isFaulty ? Promise.reject(new TypeError('a fault')) : store.version())
    const lookup = await KeyLookup.open({ ...store, version })
    isFaulty = true
    await assert.rejects(async () => lookup.find(key), TypeError)
  })

  it('sees every key that one change touches', async (t) => {
    const store = await scratchStore(t)
    const keys = await Promise.all([1, 2, 3].map(() => createKey(store, request)))
    const lookup = await KeyLookup.open(store)
    await store.db.transaction().execute(async (trx) => {
      await trx.updateTable('key_revision').set({ value: 99 }).execute()
      await trx.updateTable('keys').set({ tier: 'paid', revision: 99 }).execute()
    })
    for (const { key } of keys) assert.equal((await lookup.find(key))?.tier, 'paid')
  })
})
