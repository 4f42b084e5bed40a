import type { IncomingMessage } from 'node:http'
import type { Tier } from '../../data/schema/meta.ts'
import { readFields } from '../http/body.ts'
import { byOwnNames, readQuery } from '../http/parameters/query_string.ts'
import { Problem } from '../http/problem.ts'
import type { DataRoute } from '../routes/data_route.ts'
import type { Http } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { requestOf, type Ask, type BodyOf } from './ask.ts'

/**
 * Asks the data routes of this service in process, as a key of the tier: they check path and query, and
 * answer, as for any request. Nothing is counted: the request on whose behalf it asks has been.
 */
export const askingHere =
  (tier: Tier, services: Services): Ask =>
  async <Route extends DataRoute>(route: Route, asked: object) =>
    (await bodyOf(route, asked, tier, services)) as BodyOf<Route>

async function bodyOf(
  route: DataRoute,
  asked: object,
  tier: Tier,
  services: Services,
): Promise<unknown> {
  if (route.caller.tier === 'paid' && tier !== 'paid')
    throw new Problem('forbidden', `${route.path} is for paid keys; this key is free`)
  const { path, params, query } = requestOf(route, asked)
  const given = new Map(Object.entries(query).map(([name, value]) => [name, [value]]))
  const request = {
    tier,
    rawQuery: byOwnNames(route.query, given),
    query: readQuery(route.query, given),
    params: route.params ? readFields(route.params, params) : {},
    body: undefined,
    coding: 'identity' as const,
    charge: () => undefined,
    http: plainRequest(path),
  }
  const { status, body } = await route.answer(request, services)
  const read: unknown = Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body
  return status === 301 ? bodyOf(route, ofSurvivor(asked, read), tier, services) : read
}

/** The same of the farm that contains a merged one. */
const ofSurvivor = (asked: object, merged: unknown) => {
  const { id } = (merged as { data: { id: string } }).data
  return 'farm_id' in asked ? { ...asked, farm_id: id } : { ...asked, id }
}

/** A GET request without header fields: for JSON, whatever the client has. */
const plainRequest = (path: string): Http => ({
  req: { headers: {} } as IncomingMessage,
  method: 'GET',
  path,
  querystring: '',
  accepts: (() => false) as unknown as Http['accepts'],
})
