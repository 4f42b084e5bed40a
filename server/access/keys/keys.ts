import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Tier } from '../../../data/schema/meta.ts'
import { audit, changeKeys, type ChangedBy, type KeyChange } from '../store/changes.ts'
import { foldEmail } from '../email_address.ts'
import { Problem } from '../../http/problem.ts'
import { instantOf } from '../instants.ts'
import { earlierRequest, newSalt, recordRequest, secretOf, type Once } from './key_requests.ts'
import { checkQuota, type CreationLimits, type Owner } from './key_quota.ts'
import type { KeysTable } from '../store/schema.ts'
import { hashSecret, newSecret, shownPrefix, type KeyKind } from '../secret.ts'
import type { Store } from '../store/store.ts'

/** A key's label: 1–100 characters after trimming, without U+0000, which PostgreSQL can't store. */
export const keyName = z
  .string('is required, as text')
  .trim()
  .refine((name) => name.length > 0 && [...name].length <= 100, 'must have 1 to 100 characters')
  .refine((name) => !name.includes('\0'), 'must not have the character U+0000')

/** A key without its secret. */
export type Key = Omit<KeysTable, 'hash' | 'revision' | 'origins'> & {
  kind: KeyKind
  /** Origins that may use a browser key; null = a secret key. */
  origins: string[] | null
}

/** A new key with its secret, which is never returned again. */
export type NewKey = { key: string } & Key

export const keyColumns = [
  'id',
  'prefix',
  'name',
  'tier',
  'origins',
  'email',
  'account_id',
  'created_at',
  'revoked_at',
] as const

/** Properties of a new key; with `origins`, a browser key, always of the free tier. */
type Properties = {
  name: string
  tier: Tier
  email: string | null
  account_id?: string | null
  origins?: string[] | undefined
}

/** A key that a client asks for; `once`: the request may be sent again. */
type Wanted = { name: string; origins?: string[] | undefined; once?: Once | undefined }

/** A key, and the actor that changes it. */
export type OfKey = { id: string; caller?: ChangedBy }

/** Creates a key for the operator, without limits; it counts towards its owner's limits. */
export async function createKey(
  store: Store,
  { caller = 'operator', ...properties }: Properties & { caller?: ChangedBy },
): Promise<NewKey> {
  const email = properties.email === null ? null : foldEmail(properties.email)
  return changeKeys(store, caller, (change) => insertKey(change, { ...properties, email }))
}

/**
 * Creates a free key for an account, or for an email address without one. The limits hold across all
 * processes; keys later moved to an account still count for their address. With `once`, the same request
 * returns the same key.
 *
 * Throws a 409 Problem at the active limit, else a 429 at the limit of 24 hours.
 */
export async function createOwnKey(
  store: Store,
  of: Owner,
  { name, origins, once }: Wanted,
  limits: CreationLimits,
): Promise<NewKey> {
  const owner = 'email' in of ? { email: foldEmail(of.email) } : of
  return changeKeys(store, 'email' in owner ? 'email' : owner, async (change) => {
    const earlier = once && (await keyOfRequest(change.trx, once, change.now))
    if (earlier) return earlier
    await checkQuota(change, owner, limits)
    const properties = { email: null, ...owner, name, origins, tier: 'free' as const }
    if (!once) return insertKey(change, properties)
    const salt = newSalt()
    const made = await insertKey(change, properties, secretOf(once, salt, kindOf(properties)))
    await recordRequest(change, once, { key_id: made.id, salt })
    return made
  })
}

/**
 * Revokes a key and its former secrets permanently. Revoking it again changes nothing. Throws a 404 Problem
 * for a key that doesn't exist or that the actor may not change.
 */
export async function revokeKey(store: Store, { id, caller = 'operator' }: OfKey): Promise<Key> {
  return changeKeys(store, caller, async (change) => {
    const key = await keyOf(change.trx, id, caller)
    if (key.revoked_at !== null) return key
    await audit(change, { action: 'key revoked', key, account_id: key.account_id })
    return updateKey(change, id, { revoked_at: instantOf(change.now) })
  })
}

/** Moves a secret key to a tier; today's count moves along. Throws a 404 Problem, or a 409 for another key. */
export async function setTier(
  store: Store,
  { id, tier, caller = 'operator' }: OfKey & { tier: Tier },
): Promise<Key> {
  return changeKeys(store, caller, async (change) => {
    const key = await activeKeyOf(change.trx, id, caller)
    if (key.kind === 'browser')
      throw new Problem('conflict', `the key ${id} is a browser key, which sees the free tier only`)
    const detail = { from: key.tier, to: tier }
    await audit(change, { action: 'key moved', key, account_id: key.account_id, detail })
    return updateKey(change, id, { tier })
  })
}

/** Replaces a browser key's origins at once. Throws a 404 Problem, or a 409 for another key. */
export async function setOrigins(
  store: Store,
  { id, origins, caller = 'operator' }: OfKey & { origins: string[] },
): Promise<Key> {
  return changeKeys(store, caller, async (change) => {
    const key = await activeKeyOf(change.trx, id, caller)
    if (key.kind === 'secret')
      throw new Problem(
        'conflict',
        `the key ${id} is a secret key, which has no origins; create a browser key`,
      )
    const detail = { from: key.origins, to: origins }
    await audit(change, { action: 'key origins changed', key, account_id: key.account_id, detail })
    return updateKey(change, id, { origins: JSON.stringify(origins) })
  })
}

export const keyNotFound = (id: string): Problem =>
  new Problem('not-found', `no key has the id ${JSON.stringify(id)}`)

/** Returns a key that the actor may change, revoked or not. Throws a 404 Problem. */
export async function keyOf(db: Store['db'], id: string, caller: ChangedBy): Promise<Key> {
  let query = db.selectFrom('keys').select(keyColumns).where('id', '=', id)
  if (typeof caller !== 'string') query = query.where('account_id', '=', caller.account_id)
  const key = await query.executeTakeFirst()
  if (key === undefined) throw keyNotFound(id)
  return keyFrom(key)
}

/** Returns an active key that the actor may change. Throws a 404 Problem, or a 409 for a revoked key. */
export async function activeKeyOf(db: Store['db'], id: string, caller: ChangedBy): Promise<Key> {
  const key = await keyOf(db, id, caller)
  if (key.revoked_at !== null)
    throw new Problem(
      'conflict',
      `the key ${id} was revoked at ${key.revoked_at}; create a new one`,
    )
  return key
}

/** Changes a key's row, so that every process reads it again. */
export async function updateKey(
  { trx, revision }: KeyChange,
  id: string,
  values: Partial<KeysTable>,
): Promise<Key> {
  const row = await trx
    .updateTable('keys')
    .set({ ...values, revision })
    .where('id', '=', id)
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
  return keyFrom(row)
}

/** Derives a key's type and origins from the column `origins`. */
export function keyFrom<Row extends { origins: string | null }>({ origins, ...row }: Row) {
  const kind: KeyKind = origins === null ? 'secret' : 'browser'
  return { ...row, kind, origins: origins === null ? null : (JSON.parse(origins) as string[]) }
}

/** The key that the same request made in 24 hours; undefined = none. Throws a 409 Problem. */
export async function keyOfRequest(
  db: Store['db'],
  once: Once,
  now: Date,
): Promise<NewKey | undefined> {
  const made = await earlierRequest(db, once, now)
  if (!made) return undefined
  const key = await keyOf(db, made.key_id, 'operator')
  return { key: secretOf(once, made.salt, key.kind), ...key }
}

const kindOf = ({ origins }: Pick<Properties, 'origins'>): KeyKind =>
  origins ? 'browser' : 'secret'

async function insertKey(
  change: KeyChange,
  { name, tier, email, account_id = null, origins }: Properties,
  secret = newSecret(kindOf({ origins })),
): Promise<NewKey> {
  const row = {
    id: randomUUID(),
    prefix: shownPrefix(secret),
    name,
    tier,
    email,
    account_id,
    origins: origins ? JSON.stringify(origins) : null,
    created_at: instantOf(change.now),
    revoked_at: null,
  }
  const { revision } = change
  await change.trx
    .insertInto('keys')
    .values({ ...row, hash: hashSecret(secret), revision })
    .execute()
  const detail = { tier, ...(origins && { origins }) }
  await audit(change, { action: 'key created', key: row, account_id, detail })
  return { key: secret, ...keyFrom(row) }
}
