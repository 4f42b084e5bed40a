import { duration } from '../../../data/digit_grouping.ts'
import { dailyLimitOf, type LimitKind } from '../../access/limits/limits.ts'
import { listKeysOfAccount, type ListedKey } from '../../access/keys/key_list.ts'
import type { Services } from '../../services.ts'
import type { Config } from '../../config.ts'
import { clientOf, limit } from '../callers.ts'
import type { Http } from '../route.ts'

/** A key as its owner sees it. */
export type KeyWithUse = Awaited<ReturnType<typeof withUse>>

/** Returns the active keys of an account, oldest first, with their use today. */
export async function keysWithUse(services: Services, account_id: string): Promise<KeyWithUse[]> {
  const { limits, store } = services
  await limits.catchUp()
  const keys = await listKeysOfAccount(store, account_id)
  return Promise.all(keys.map((key) => withUse(key, services)))
}

/** Other servers' counts of the last second are not in the store yet, but Redis has them. */
async function withUse(key: ListedKey, { limits, config }: Services) {
  const { id, name, kind, origins, tier } = key
  const { created_at, last_used_at, prefix, former_secrets } = key
  const { limit, remaining } = await limits.peek(dailyLimitOf(key), id)
  return {
    id,
    name,
    prefix,
    kind,
    origins,
    tier,
    daily_limit: dailyLimit(config, dailyLimitOf(key)),
    requests_today: Math.max(key.requests_today, limit - remaining),
    last_used_at,
    created_at,
    former_secrets,
  }
}

/** Requests that a key may make in a UTC day: a secret key of a tier, or a browser key. */
export const dailyLimit = (
  { quotas }: Config,
  kind: Extract<LimitKind, 'free' | 'paid' | 'browser'>,
): number => quotas[`${kind}_per_day`]

/** Counts one creation of a key for the client's address. Throws a 429 Problem at the limit. */
export const limitCreation = ({ req }: Http, services: Services): Promise<void> =>
  limit(
    services,
    'creation',
    clientOf(req, services.config),
    (rate) =>
      `${rate.limit} keys were created from this address today; try again in ${duration(rate.reset_s)}`,
  )
