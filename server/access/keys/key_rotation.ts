import { audit, changeKeys, type Change } from '../store/changes.ts'
import { KeyCreationLimited } from '../errors.ts'
import { activeKeyOf, updateKey, type NewKey, type OfKey } from './keys.ts'
import { hashSecret, newSecret, shownPrefix } from '../secret.ts'
import type { Store } from '../store/store.ts'

const day_ms = 24 * 60 * 60 * 1000

/** How often a key may be rotated in 24 hours: each former secret has to be remembered. */
export const rotationsIn24h = 10

export type RotatedKey = NewKey & {
  /** Up to, not including, this instant the former secret opens the key too. */
  former_key_valid_until: string
}

/**
 * Gives a key another secret; id, name, tier and counts stay. The former secret stays valid for
 * `grace_ms` (0 = it ends at once), and no secret from before it longer than that.
 *
 * Throws KeyNotFound for a key that isn't the caller's, KeyRevoked, or KeyCreationLimited at the
 * eleventh rotation in 24 hours.
 */
export async function rotateKey(
  store: Store,
  { id, grace_ms, caller = 'operator' }: OfKey & { grace_ms: number },
): Promise<RotatedKey> {
  return changeKeys(store, caller, async (change) => {
    const { account_id } = await activeKeyOf(change, id)
    if (typeof caller !== 'string') await checkRotations(change, id)
    const valid_until = new Date(change.now.getTime() + grace_ms).toISOString()
    await retire(change, id, valid_until)
    const secret = newSecret()
    const values = { hash: hashSecret(secret), prefix: shownPrefix(secret) }
    const key = await updateKey(change, id, values)
    const detail = { former_key_valid_until: valid_until }
    await audit(change, { action: 'key rotated', key_id: id, account_id, detail })
    return { key: secret, ...key, former_key_valid_until: valid_until }
  })
}

/** Keeps the present secret as a former one, and cuts short those before it. */
async function retire({ trx, now }: Change, key_id: string, valid_until: string): Promise<void> {
  const { hash } = await trx
    .selectFrom('keys')
    .select('hash')
    .where('id', '=', key_id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('former_secrets')
    .set({ valid_until })
    .where('key_id', '=', key_id)
    .where('valid_until', '>', valid_until)
    .execute()
  await trx
    .deleteFrom('former_secrets')
    .where('key_id', '=', key_id)
    .where('valid_until', '<=', now.toISOString())
    .where('replaced_at', '<=', new Date(now.getTime() - day_ms).toISOString())
    .execute()
  await trx
    .insertInto('former_secrets')
    .values({ hash, key_id, replaced_at: now.toISOString(), valid_until })
    .execute()
}

async function checkRotations({ trx, now }: Change, key_id: string): Promise<void> {
  const recent = await trx
    .selectFrom('former_secrets')
    .select('replaced_at')
    .where('key_id', '=', key_id)
    .where('replaced_at', '>', new Date(now.getTime() - day_ms).toISOString())
    .orderBy('replaced_at', 'desc')
    .limit(rotationsIn24h)
    .execute()
  const oldest = recent[rotationsIn24h - 1]
  if (oldest === undefined) return
  const retry_ms = Date.parse(oldest.replaced_at) + day_ms - now.getTime()
  throw new KeyCreationLimited(rotationsIn24h, Math.ceil(retry_ms / 1000), 'rotations of this key')
}
