import type { Tier } from '../../../data/schema/meta.ts'
import { listKeysOfAccount } from '../../access/keys/key_list.ts'
import type { Services } from '../../services.ts'
import type { GivenSession } from './session.ts'

/** The highest tier of an account's keys. Without a key it is free, since any account can create a free key. */
export async function accountTier(
  { store }: Pick<Services, 'store'>,
  session: GivenSession | undefined,
): Promise<Tier> {
  if (!session) return 'free'
  const keys = await listKeysOfAccount(store, session.account.id)
  return keys.some(({ tier }) => tier === 'paid') ? 'paid' : 'free'
}
