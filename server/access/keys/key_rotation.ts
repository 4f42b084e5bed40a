import { day_ms, hour_ms } from '../../../data/calendar.ts'
import { audit, changeKeys, type KeyChange } from '../store/changes.ts'
import { instantOf } from '../instants.ts'
import { refuseBeyond } from './key_quota.ts'
import { activeKeyOf, updateKey, type NewKey, type OfKey } from './keys.ts'
import { hashSecret, newSecret, shownPrefix } from '../secret.ts'
import type { Store } from '../store/store.ts'

/** Rotations of a key allowed in 24 hours: the store keeps each former secret. */
export const rotationsIn24h = 10

export type RotatedKey = NewKey & {
  /** The former secret also opens the key until this instant, exclusive. */
  former_key_valid_until: string
}

/**
 * Gives a key a new secret; id, name, tier and counts stay. The former secret stays valid for
 * `grace_hours` (0 = it ends at once), and earlier secrets no longer than that.
 *
 * Throws a 404 Problem for a key that the actor may not change, a 409 for a revoked one, or a 429 at the
 * eleventh rotation in 24 hours.
 */
export async function rotateKey(
  store: Store,
  { id, grace_hours, caller = 'operator' }: OfKey & { grace_hours: number },
): Promise<RotatedKey> {
  return changeKeys(store, caller, async (change) => {
    const former = await activeKeyOf(change.trx, id, caller)
    if (typeof caller !== 'string') await checkRotations(change, id)
    const valid_until = instantOf(change.now, grace_hours * hour_ms)
    await retire(change, id, valid_until)
    const secret = newSecret(former.kind)
    const values = { hash: hashSecret(secret), prefix: shownPrefix(secret) }
    const key = await updateKey(change, id, values)
    const detail = { former_key_prefix: former.prefix, former_key_valid_until: valid_until }
    await audit(change, { action: 'key rotated', key, account_id: key.account_id, detail })
    return { key: secret, ...key, former_key_valid_until: valid_until }
  })
}

/** Stores the present secret as a former one, and shortens the validity of earlier ones. */
async function retire({ trx, now }: KeyChange, key_id: string, valid_until: string): Promise<void> {
  const { hash, prefix } = await trx
    .selectFrom('keys')
    .select(['hash', 'prefix'])
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
    .where('valid_until', '<=', instantOf(now))
    .where('replaced_at', '<=', instantOf(now, -day_ms))
    .execute()
  await trx
    .insertInto('former_secrets')
    .values({ hash, prefix, key_id, replaced_at: instantOf(now), valid_until })
    .execute()
}

async function checkRotations({ trx, now }: KeyChange, key_id: string): Promise<void> {
  const latest = await trx
    .selectFrom('former_secrets')
    .select('replaced_at as at')
    .where('key_id', '=', key_id)
    .orderBy('replaced_at', 'desc')
    .limit(rotationsIn24h)
    .execute()
  refuseBeyond(rotationsIn24h, latest, now, 'rotations of this key')
}
