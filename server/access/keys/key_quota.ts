import { duration } from '../../../data/digit_grouping.ts'
import { Problem } from '../../http/problem.ts'
import { day_ms } from '../../../data/calendar.ts'
import { instantOf } from '../instants.ts'
import type { KeyChange } from '../store/changes.ts'

/** An owner's limits: active keys, and keys created in any 24 hours. */
export type CreationLimits = { active: number; created_in_24_h: number }

/** The owner that keys count for: an account, or an email address without one. */
export type Owner = { account_id: string } | { email: string }

/**
 * Checks, inside the change that creates a key, that its owner may have one more. Throws a 409 Problem at
 * the active limit, else a 429 Problem at the limit of 24 hours.
 */
export async function checkQuota(
  change: KeyChange,
  owner: Owner,
  limits: CreationLimits,
): Promise<void> {
  const { trx, now } = change
  const keys = trx.selectFrom('keys').where((eb) => eb.and(owner))
  const { active } = await keys
    .select((eb) => eb.fn.countAll().as('active'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const first = 'email' in owner ? 'sign in at /console and ' : ''
  if (Number(active) >= limits.active)
    throw new Problem(
      'conflict',
      `the limit of ${limits.active} active keys is reached; ${first}revoke one to create another`,
    )
  const latest = await keys
    .select('created_at as at')
    .orderBy('created_at', 'desc')
    .limit(limits.created_in_24_h)
    .execute()
  refuseBeyond(limits.created_in_24_h, latest, now, 'creations of keys')
}

/** Throws a 429 Problem if the `limit` latest instants are all less than 24 hours ago. */
export function refuseBeyond(
  limit: number,
  latest: { at: string }[],
  now: Date,
  what: string,
): void {
  if (latest.length < limit) return
  const oldest = latest.at(-1)?.at ?? instantOf(now)
  const wait_ms = Date.parse(oldest) + day_ms - now.getTime()
  if (wait_ms <= 0) return
  const wait_s = Math.ceil(wait_ms / 1000)
  throw new Problem(
    'too-many-requests',
    `${limit} ${what} in 24 hours are allowed; try again in ${duration(wait_s)}`,
    { headers: { 'Retry-After': String(wait_s) } },
  )
}
