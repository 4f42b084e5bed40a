import { createHmac, hash, randomBytes } from 'node:crypto'
import { Problem } from '../../http/problem.ts'
import { day_ms } from '../../../data/calendar.ts'
import { instantOf } from '../instants.ts'
import { secretFrom, type KeyKind } from '../secret.ts'
import type { KeyChange } from '../store/changes.ts'
import type { Store } from '../store/store.ts'

/** A request that may be repeated for 24 hours: its sender, its Idempotency-Key, what it asks. */
export type Once = { owner: string; token: string; body: string }

/**
 * A secret is derived from the token, which is not stored, and a salt, which is deleted with the request: the
 * store alone does not give it.
 */
export const secretOf = ({ owner, token }: Once, salt: string, kind: KeyKind): string =>
  secretFrom(kind, createHmac('sha256', token).update(`${salt} ${owner}`).digest('hex'))

export const newSalt = (): string => randomBytes(32).toString('hex')

/** The key that the same request made in the last 24 hours. Throws a 409 Problem if its body differs. */
export async function earlierRequest(db: Store['db'], once: Once, now: Date) {
  const row = await db
    .selectFrom('key_requests')
    .select(['key_id', 'salt', 'body_hash'])
    .where('hash', '=', hashOf(once))
    .where('created_at', '>', instantOf(now, -day_ms))
    .executeTakeFirst()
  if (row && row.body_hash !== hash('sha256', once.body))
    throw new Problem(
      'conflict',
      'this Idempotency-Key was sent with another body in the last 24 hours: send a new one',
    )
  return row
}

/** Records a request, and forgets those of more than 24 hours ago. */
export async function recordRequest(
  { trx, now }: KeyChange,
  once: Once,
  made: { key_id: string; salt: string },
): Promise<void> {
  await trx.deleteFrom('key_requests').where('created_at', '<=', instantOf(now, -day_ms)).execute()
  const row = { hash: hashOf(once), body_hash: hash('sha256', once.body), ...made }
  await trx
    .insertInto('key_requests')
    .values({ ...row, created_at: instantOf(now) })
    .execute()
}

const hashOf = ({ owner, token }: Once) => hash('sha256', JSON.stringify([owner, token]))
