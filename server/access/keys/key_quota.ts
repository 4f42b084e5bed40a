import { KeyCreationLimited, KeyLimitReached } from '../errors.ts'
import type { Change } from '../store/changes.ts'

const day_ms = 24 * 60 * 60 * 1000

/** What one owner may do: keys active at once, and keys made in any 24 hours. */
export type CreationLimits = { active: number; created_in_24_h: number }

/** Whose keys are counted: an account's, or those made for an address by email alone. */
export type Owner = { column: 'account_id' | 'email'; value: string }

/**
 * Checks, inside the change that makes a key, that its owner may have one more. Throws
 * KeyLimitReached at the active limit, else KeyCreationLimited at that of 24 hours.
 */
export async function checkQuota(
  change: Change,
  owner: Owner,
  limits: CreationLimits,
): Promise<void> {
  await checkActive(change, owner, limits.active)
  await checkCreated(change, owner, limits.created_in_24_h)
}

async function checkActive({ trx }: Change, owner: Owner, limit: number): Promise<void> {
  const { active } = await trx
    .selectFrom('keys')
    .select((eb) => eb.fn.countAll().as('active'))
    .where(owner.column, '=', owner.value)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(active) >= limit) throw new KeyLimitReached(limit)
}

/** A key made exactly 24 hours ago no longer counts. */
async function checkCreated({ trx, now }: Change, owner: Owner, limit: number): Promise<void> {
  const recent = await trx
    .selectFrom('keys')
    .select('created_at')
    .where(owner.column, '=', owner.value)
    .where('created_at', '>', new Date(now.getTime() - day_ms).toISOString())
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  if (recent.length < limit) return
  const free_ms = Date.parse(recent.at(-1)?.created_at ?? now.toISOString()) + day_ms
  throw new KeyCreationLimited(limit, Math.ceil((free_ms - now.getTime()) / 1000))
}
