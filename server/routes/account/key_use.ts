import { z } from 'zod'
import { keyOfAccount } from '../../access/keys/key_list.ts'
import type { Services } from '../../services.ts'
import { uuid } from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { parseQueryString, readQuery } from '../../http/parameters/query_string.ts'
import { requireSession } from './session.ts'
import type { Call } from '../plain_route.ts'

const noQuery = z.strictObject({})

/**
 * Answers what came of a key's requests on each of the last 90 UTC days, oldest first; the key may
 * be revoked by now.
 */
export async function keyUse(context: Call, services: Services): Promise<void> {
  const { account } = await requireSession(context, services)
  readQuery(noQuery, parseQueryString(context.querystring))
  const id = keyIdOf(context)
  const { store, outcomes } = services
  const { name, tier } = await keyOfAccount(store, id, account.id)
  context.set('Cache-Control', 'no-store')
  context.body = { data: { id, name, tier, days: await outcomes.history(id) } }
}

/** The id of a key in the path. Throws a 400 Problem where it is none. */
export function keyIdOf({ params }: Call): string {
  const { data, error } = uuid.safeParse(params['id'])
  if (data !== undefined) return data
  throw badParameters(error.issues.map(({ message }) => ({ parameter: 'id', message })))
}
