import assert from 'node:assert/strict'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { confirmAccount } from '../../../../server/access/accounts/accounts.ts'
import { rotateKey } from '../../../../server/access/keys/key_rotation.ts'
import {
  createKey,
  createOwnKey,
  keyName,
  revokeKey,
  setTier,
} from '../../../../server/access/keys/keys.ts'
import { listKeys } from '../../../../server/access/keys/key_list.ts'
import { openStore } from '../../../../server/access/store/open_store.ts'
import type { Store } from '../../../../server/access/store/store.ts'
import { onServices } from '../../../support/services.ts'
import { scratchFolder, scratchStore } from '../store/scratch_store.ts'
import { noon, startProcess } from '../store/store_process.ts'

const day_ms = 24 * 60 * 60 * 1000
const at = (store: Store, ms: number): Store => ({ ...store, now: () => new Date(noon + ms) })
const app = { name: 'app' }
const limits = { active: 3, created_in_24_h: 5 }
const unknownId = '00000000-0000-4000-8000-000000000000'

const limitReached = { kind: 'conflict', message: /keys is reached; sign in at .* and revoke one / }

describe('createKey(store, request)', () => {
  it('gives a secret of the documented form', async (t) => {
    const store = await scratchStore(t)
    const key = await createKey(at(store, 0), { name: 'Finder', tier: 'paid', email: null })
    assert.match(key.key, /^svc_live_[0-9a-f]{32}$/)
    assert.equal(key.prefix, key.key.slice(0, 13))
    assert.equal(key.tier, 'paid')
    assert.equal(key.created_at, '2026-01-15T12:00:00.000Z')
  })

  it('gives another secret each time', async (t) => {
    const store = await scratchStore(t)
    const request = { name: 'many', tier: 'free', email: null } as const
    const keys = await Promise.all(Array.from({ length: 100 }, () => createKey(store, request)))
    assert.equal(new Set(keys.map((key) => key.key)).size, 100)
    assert.equal(new Set(keys.map((key) => key.id)).size, 100)
  })

  it('leaves no secret in any file of the store', { skip: onServices }, async (t) => {
    const folder = await scratchFolder(t)
    const store = await openStore(folder)
    const { key } = await createKey(store, { name: 'secret', tier: 'free', email: null })
    const digits = key.slice('svc_live_'.length)
    const assertAbsent = async () => {
      const files = await readdir(folder)
      const bytes = await Promise.all(files.map((file) => readFile(join(folder, file))))
      const all = Buffer.concat(bytes)
      assert.ok(all.includes('secret'), 'the row is there')
      assert.ok(!all.includes(digits))
      assert.ok(!all.includes(Buffer.from(digits, 'hex')))
    }
    await assertAbsent()
    await store.close()
    await assertAbsent()
  })

  it('is not held to the limits of an email address, but counts for them', async (t) => {
    const store = await scratchStore(t)
    const request = { name: 'operator', tier: 'paid', email: 'Ann@Example.org' } as const
    for (let i = 0; i < 4; i++) await createKey(at(store, 0), request)
    const owner = { email: 'ann@example.org' }
    await assert.rejects(createOwnKey(at(store, 1), owner, app, limits), limitReached)
  })
})

describe('createOwnKey(store, owner, wanted, limits)', () => {
  it('refuses a fourth active key until one is revoked', async (t) => {
    const store = await scratchStore(t)
    const owner = { email: 'bo@example.org' }
    const { id } = await createOwnKey(at(store, 0), owner, app, limits)
    await createOwnKey(at(store, 1), owner, app, limits)
    await createOwnKey(at(store, 2), owner, app, limits)
    await assert.rejects(createOwnKey(at(store, 3), owner, app, limits), {
      kind: 'conflict',
      message: /limit of 3 active keys/,
    })
    await revokeKey(at(store, 4), { id })
    assert.equal((await createOwnKey(at(store, 5), owner, app, limits)).tier, 'free')
  })

  it('refuses a sixth key in 24 hours, and says when the next may be made', async (t) => {
    const store = await scratchStore(t)
    const owner = { email: 'cy@example.org' }
    const hour_ms = 3_600_000
    for (let i = 0; i < 5; i++) {
      const { id } = await createOwnKey(at(store, i * hour_ms), owner, app, limits)
      await revokeKey(at(store, i * hour_ms), { id })
    }
    await assert.rejects(createOwnKey(at(store, 5 * hour_ms), owner, app, limits), {
      kind: 'too-many-requests',
      message: /^5 creations of keys/,
      headers: { 'Retry-After': String(19 * 3600) },
    })
    await assert.rejects(createOwnKey(at(store, day_ms - 1), owner, app, limits), {
      kind: 'too-many-requests',
      headers: { 'Retry-After': '1' },
    })
    await createOwnKey(at(store, day_ms), owner, app, limits)
    // The first hour's key is out of the 24 hours; the second hour's is the oldest now.
    await assert.rejects(createOwnKey(at(store, day_ms + 1), owner, app, limits), {
      kind: 'too-many-requests',
      headers: { 'Retry-After': '3600' },
    })
  })

  it('takes an address for the same whatever its case, and others apart', async (t) => {
    const store = await scratchStore(t)
    const one = { active: 1, created_in_24_h: 5 }
    await createOwnKey(at(store, 0), { email: 'Dee@Example.org' }, app, one)
    const again = createOwnKey(at(store, 0), { email: ' dEE@example.ORG ' }, app, one)
    await assert.rejects(again, limitReached)
    await createOwnKey(at(store, 0), { email: 'dee2@example.org' }, app, one)
  })

  it('leaves nothing of a refused request', async (t) => {
    const store = await scratchStore(t)
    const none = { active: 0, created_in_24_h: 5 }
    const owner = { email: 'eli@example.org' }
    await assert.rejects(createOwnKey(store, owner, app, none), limitReached)
    assert.deepEqual(await listKeys(store), [])
  })

  const cases = [
    { allowed: { active: 3, created_in_24_h: 5 }, made: 3, refusal: 'conflict' },
    { allowed: { active: 100, created_in_24_h: 5 }, made: 5, refusal: 'too-many-requests' },
  ]
  for (const { allowed, made, refusal } of cases) {
    it(`makes ${made} of 50 asked for at once in two processes`, async (t) => {
      const folder = await scratchFolder(t)
      const both = await Promise.all([startProcess(t, folder), startProcess(t, folder)])
      const creation = { times: 25, email: 'fay@example.org', allowed }
      const outcomes = await Promise.all(both.map((one) => one.ask('createAtOnce', creation)))
      const counts = Map.groupBy(outcomes.flat(), (outcome) => outcome)
      assert.equal(counts.get('made')?.length, made)
      assert.equal(counts.get(refusal)?.length, 50 - made)
      assert.equal((await listKeys(await scratchStore(t, folder))).length, made)
    })
  }
})

describe('revokeKey(store, { id })', () => {
  it('keeps the instant of the first revocation', async (t) => {
    const store = await scratchStore(t)
    const { id } = await createKey(at(store, 0), { name: 'a', tier: 'free', email: null })
    const first = await revokeKey(at(store, 1000), { id })
    assert.equal(first.revoked_at, '2026-01-15T12:00:01.000Z')
    assert.deepEqual(await revokeKey(at(store, 9000), { id }), first)
  })

  it('says which id is unknown', async (t) => {
    const store = await scratchStore(t)
    const error = { kind: 'not-found', message: new RegExp(unknownId) }
    await assert.rejects(revokeKey(store, { id: unknownId }), error)
    await assert.rejects(setTier(store, { id: unknownId, tier: 'paid' }), error)
  })
})

describe('rotateKey(store, { id, grace_hours })', () => {
  it('holds owners to ten rotations in 24 hours, and operators to none', async (t) => {
    const store = await scratchStore(t)
    const caller = { account_id: (await confirmAccount(store, 'gus@example.org')).id }
    const { id } = await createOwnKey(store, caller, app, limits)
    for (let n = 0; n < 11; n++) await rotateKey(store, { id, grace_hours: 0 })
    await assert.rejects(rotateKey(store, { id, grace_hours: 0, caller }), {
      kind: 'too-many-requests',
    })
  })
})

describe('setTier(store, { id, tier })', () => {
  it('changes the tier and nothing else', async (t) => {
    const store = await scratchStore(t)
    const { key: _, ...made } = await createKey(store, { name: 'a', tier: 'free', email: null })
    assert.deepEqual(await setTier(store, { id: made.id, tier: 'paid' }), { ...made, tier: 'paid' })
  })

  it('refuses a revoked key', async (t) => {
    const store = await scratchStore(t)
    const { id } = await createKey(store, { name: 'a', tier: 'free', email: null })
    await revokeKey(store, { id })
    await assert.rejects(setTier(store, { id, tier: 'paid' }), {
      kind: 'conflict',
      message: new RegExp(`${id} was revoked`),
    })
    assert.equal((await listKeys(store))[0]?.tier, 'free')
  })
})

describe('listKeys(store)', () => {
  it('shows keys oldest first, neither secret nor hash, and the use of the day', async (t) => {
    const store = await scratchStore(t)
    const second = await createKey(at(store, 2), { name: 'b', tier: 'free', email: null })
    const first = await createKey(at(store, 1), { name: 'a', tier: 'free', email: null })
    const usage = [
      { key_id: first.id, day: '2026-01-14', count: 9, last_used_at: '2026-01-14T23:00:00.000Z' },
      { key_id: first.id, day: '2026-01-15', count: 4, last_used_at: '2026-01-15T10:00:00.000Z' },
    ]
    await store.db.insertInto('usage').values(usage).execute()
    const summary = (keys: Awaited<ReturnType<typeof listKeys>>) =>
      keys.map((key) => [key.id, key.requests_today, key.last_used_at])
    assert.deepEqual(summary(await listKeys(at(store, 0))), [
      [first.id, 4, '2026-01-15T10:00:00.000Z'],
      [second.id, 0, null],
    ])
    assert.deepEqual(
      summary(await listKeys(at(store, day_ms)))
        .at(0)
        ?.slice(1),
      [0, '2026-01-15T10:00:00.000Z'],
    )
    const [listed] = await listKeys(store)
    assert.deepEqual(Object.keys(listed ?? {}).sort(), [
      'account_id',
      'created_at',
      'email',
      'former_secrets',
      'id',
      'kind',
      'last_used_at',
      'name',
      'origins',
      'prefix',
      'requests_today',
      'revoked_at',
      'tier',
    ])
  })
})

describe('keyName', () => {
  it('trims, and counts characters and not their halves', () => {
    assert.equal(keyName.parse('  Farm finder '), 'Farm finder')
    assert.equal(keyName.safeParse('🌽'.repeat(100)).success, true)
    assert.equal(keyName.safeParse('a'.repeat(101)).success, false)
    assert.equal(keyName.safeParse('   ').success, false)
  })
})
