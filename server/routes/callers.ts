import type { IncomingMessage } from 'node:http'
import type { Tier } from '../../data/schema/meta.ts'
import { clientAddress } from '../access/limits/client_address.ts'
import type { Config } from '../config.ts'
import { Problem } from '../http/problem.ts'
import type { Call, Caller } from './route.ts'

/** Everybody, about whom nothing is asked. */
export const anybody: Caller = { name: 'anybody', check: () => ({}) }

/** Whoever has a key: its tier is told. */
export const key: Caller<{ tier: Tier }> = {
  name: 'key',
  tier: 'free',
  check: ({ state }) => ({ tier: tierOf(state) }),
}

/** Whoever has a key of the paid tier. */
export const paidKey: Caller<{ tier: Tier }> = {
  name: 'key',
  tier: 'paid',
  check({ state }) {
    const tier = tierOf(state)
    if (tier === 'paid') return { tier }
    throw new Problem('forbidden', `${state.found?.route.path} is for paid keys; this key is free`)
  },
}

function tierOf({ key }: Call['state']): Tier {
  if (key) return key.tier
  throw new Problem('unauthorized', 'no valid API key: send one in the X-API-Key header', {
    headers: { 'WWW-Authenticate': 'ApiKey realm="farm-directory", header="X-API-Key"' },
  })
}

/** The address that a request's limits count by. */
export const clientOf = (
  { socket, headers }: IncomingMessage,
  { trustedProxies }: Config,
): string => clientAddress(socket.remoteAddress, header(headers['x-forwarded-for']), trustedProxies)

const header = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(',') : value
