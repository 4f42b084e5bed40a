import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Tier } from '../../data/schema/meta.ts'
import { KeyCreationLimited, KeyLimitReached, KeyNotFound, KeyRevoked } from './key_errors.ts'
import type { KeysTable, StoreSchema } from './schema.ts'
import { hashSecret, newSecret, shownPrefix } from './secret.ts'
import type { Store } from './store.ts'

const day_ms = 24 * 60 * 60 * 1000

/** A key's label: 1–100 characters after trimming. */
export const keyName = z
  .string('is required, as text')
  .trim()
  .refine((name) => name.length > 0 && [...name].length <= 100, 'must have 1 to 100 characters')

/** An email address, folded to lower case: limits count it whatever its case. */
export const emailAddress = z
  .string('is required, as text')
  .transform(foldEmail)
  .pipe(z.email().max(254))

/** A key without its secret. */
export type Key = Omit<KeysTable, 'hash' | 'revision'>

/** A key as it is made, with its secret for the first and last time. */
export type NewKey = { key: string } & Key

/** `requests_today` may lag by the second between two flushes of the limits. */
export type ListedKey = Key & { requests_today: number; last_used_at: string | null }

/** What one email address may do: keys active at once, and keys made in any 24 hours. */
export type CreationLimits = { active: number; created_in_24_h: number }

const columns = ['id', 'prefix', 'name', 'tier', 'email', 'created_at', 'revoked_at'] as const

/** Makes a key on the operator's word: without limits, although it counts for those of its email. */
export async function createKey(
  store: Store,
  request: { name: string; tier: Tier; email: string | null },
  now = new Date(),
): Promise<NewKey> {
  const email = request.email === null ? null : foldEmail(request.email)
  return changeKeys(store, (trx, revision) => insertKey(trx, revision, { ...request, email }, now))
}

/**
 * Makes a free key for an email address without an account. Concurrent requests, in other processes
 * too, hold the limits together.
 *
 * Throws KeyLimitReached at the active limit, else KeyCreationLimited at that of 24 hours.
 */
export async function createKeyByEmail(
  store: Store,
  request: { name: string; email: string },
  limits: CreationLimits,
  now = new Date(),
): Promise<NewKey> {
  const email = foldEmail(request.email)
  return changeKeys(store, async (trx, revision) => {
    await checkActive(trx, email, limits.active)
    await checkCreated(trx, email, limits.created_in_24_h, now)
    return insertKey(trx, revision, { ...request, tier: 'free', email }, now)
  })
}

/** Lists every key, revoked ones too, oldest first, with its use on the UTC day of `now`. */
export async function listKeys(store: Store, now = new Date()): Promise<ListedKey[]> {
  return store.db
    .selectFrom('keys')
    .leftJoin('usage as today', (join) =>
      join
        .onRef('today.key_id', '=', 'keys.id')
        .on('today.day', '=', now.toISOString().slice(0, 10)),
    )
    .select(columns)
    .select((eb) => [
      eb.fn.coalesce('today.count', eb.lit(0)).as('requests_today'),
      eb
        .selectFrom('usage')
        .whereRef('usage.key_id', '=', 'keys.id')
        .select((usage) => usage.fn.max('usage.last_used_at').as('last'))
        .as('last_used_at'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Revokes a key for good. Revoking it again changes nothing. Throws KeyNotFound. */
export async function revokeKey(store: Store, id: string, now = new Date()): Promise<Key> {
  return changeKeys(store, async (trx, revision) => {
    const key = await keyById(trx, id)
    if (key.revoked_at !== null) return key
    return updateKey(trx, id, { revoked_at: now.toISOString(), revision })
  })
}

/** Moves a key to a tier; today's count goes with it. Throws KeyNotFound, or KeyRevoked. */
export async function setTier(store: Store, id: string, tier: Tier): Promise<Key> {
  return changeKeys(store, async (trx, revision) => {
    const key = await keyById(trx, id)
    if (key.revoked_at !== null) throw new KeyRevoked(id, key.revoked_at)
    return updateKey(trx, id, { tier, revision })
  })
}

/**
 * Runs one change of the keys. Raising the revision comes first because it is a write: it takes
 * SQLite's write lock, or the row's lock in PostgreSQL, until the commit. Changes therefore follow
 * one another, what they count can't change under them, and revisions appear in their order.
 */
async function changeKeys<Result>(
  store: Store,
  change: (trx: Transaction<StoreSchema>, revision: number) => Promise<Result>,
): Promise<Result> {
  return store.db.transaction().execute(async (trx) => {
    const { value } = await trx
      .updateTable('key_revision')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .returning('value')
      .executeTakeFirstOrThrow()
    return change(trx, value)
  })
}

function foldEmail(email: string): string {
  return email.trim().toLowerCase()
}

async function insertKey(
  trx: Transaction<StoreSchema>,
  revision: number,
  request: { name: string; tier: Tier; email: string | null },
  now: Date,
): Promise<NewKey> {
  const secret = newSecret()
  const key: Key = {
    id: randomUUID(),
    prefix: shownPrefix(secret),
    name: request.name,
    tier: request.tier,
    email: request.email,
    created_at: now.toISOString(),
    revoked_at: null,
  }
  const row = { ...key, hash: hashSecret(secret), revision }
  await trx.insertInto('keys').values(row).execute()
  return { key: secret, ...key }
}

async function checkActive(
  trx: Transaction<StoreSchema>,
  email: string,
  limit: number,
): Promise<void> {
  const { active } = await trx
    .selectFrom('keys')
    .select((eb) => eb.fn.countAll().as('active'))
    .where('email', '=', email)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(active) >= limit) throw new KeyLimitReached(limit)
}

/** A key made exactly 24 hours ago no longer counts. */
async function checkCreated(
  trx: Transaction<StoreSchema>,
  email: string,
  limit: number,
  now: Date,
): Promise<void> {
  const recent = await trx
    .selectFrom('keys')
    .select('created_at')
    .where('email', '=', email)
    .where('created_at', '>', new Date(now.getTime() - day_ms).toISOString())
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  if (recent.length < limit) return
  const free_ms = Date.parse(recent.at(-1)?.created_at ?? now.toISOString()) + day_ms
  throw new KeyCreationLimited(limit, Math.ceil((free_ms - now.getTime()) / 1000))
}

async function keyById(trx: Transaction<StoreSchema>, id: string): Promise<Key> {
  const key = await trx.selectFrom('keys').select(columns).where('id', '=', id).executeTakeFirst()
  if (key === undefined) throw new KeyNotFound(id)
  return key
}

async function updateKey(
  trx: Transaction<StoreSchema>,
  id: string,
  change: Partial<KeysTable>,
): Promise<Key> {
  return trx
    .updateTable('keys')
    .set(change)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}
