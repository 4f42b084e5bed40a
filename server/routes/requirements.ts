import type { IncomingMessage } from 'node:http'
import type { RouterContext } from '@koa/router'
import type { Tier } from '../../data/schema/meta.ts'
import { clientAddress } from '../access/limits/client_address.ts'
import type { Config } from '../config.ts'
import { Problem } from '../http/problem.ts'
import type { Services } from '../services.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { RequestState } from './request_state.ts'
import type { DataRoute } from './route.ts'

/** The caller's tier. Throws a 401 Problem without a key, a 403 Problem where the tier is too low. */
export function requireTier(
  { state: { key } }: RouterContext<RequestState>,
  { tier, path }: Pick<DataRoute, 'tier' | 'path'>,
): Tier {
  if (!key)
    throw new Problem('unauthorized', 'no valid API key: send one in the X-API-Key header', {
      headers: { 'WWW-Authenticate': 'ApiKey realm="farm-directory", header="X-API-Key"' },
    })
  if (tier === 'paid' && key.tier === 'free')
    throw new Problem('forbidden', `${path} is for paid keys; this key is free`)
  return key.tier
}

/** The live snapshot. Throws a 503 Problem where there is none, or the server is leaving. */
export function requireReady({ snapshots, draining }: Services): Snapshot {
  if (draining()) throw unavailable('the server is leaving')
  if (!snapshots.live) throw unavailable('no valid snapshot is published yet')
  return snapshots.live
}

const unavailable = (detail: string) =>
  new Problem('unavailable', detail, { headers: { 'Retry-After': '5' } })

/** The address that a request's limits count by. */
export const clientOf = (
  { socket, headers }: IncomingMessage,
  { trustedProxies }: Config,
): string => clientAddress(socket.remoteAddress, header(headers['x-forwarded-for']), trustedProxies)

const header = (value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(',') : value
