import type { IncomingMessage } from 'node:http'
import type { Tier } from '../../data/schema/meta.ts'
import { readPathParameters } from '../http/parameters/path.ts'
import { byOwnNames, parseQueryString, readQuery } from '../http/parameters/query_string.ts'
import { Problem } from '../http/problem.ts'
import type { Found, Http } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { queryText, Refused, type Ask } from './ask.ts'

/** Finds the data route of a path. */
export type FindRoute = (path: string) => Found | undefined

/**
 * Asks the data routes of this service in process, as a key of the tier: they check path and query, and
 * answer, as for any request. Nothing is counted: the request on whose behalf it asks has been.
 */
export const askingHere =
  (find: FindRoute, tier: Tier, services: Services): Ask =>
  async <Body>(path: string, query = {}) => {
    try {
      return await askingForPage(find, tier, services)<Body>(path, query)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      throw new Refused(error.status, error.message, error.errors)
    }
  }

/** The same for pages of this service: a failure is thrown as the Problem that it is. */
export const askingForPage =
  (find: FindRoute, tier: Tier, services: Services): Ask =>
  async <Body>(path: string, query = {}) =>
    (await bodyOf(find, `${path}${queryText(query)}`, tier, services)) as Body

async function bodyOf(
  find: FindRoute,
  target: string,
  tier: Tier,
  services: Services,
): Promise<unknown> {
  const [path, querystring = ''] = target.split('?') as [string, string?]
  const found = find(path)
  if (!found) throw new Problem('not-found', `there is nothing at ${path}`)
  const { route, params } = found
  if (route.caller.tier === 'paid' && tier !== 'paid')
    throw new Problem('forbidden', `${route.path} is for paid keys; this key is free`)
  const given = parseQueryString(querystring)
  const request = {
    tier,
    rawQuery: byOwnNames(route.query!, given),
    query: readQuery(route.query!, given),
    params: route.params ? readPathParameters(route.params, params) : {},
    body: undefined,
    coding: 'identity' as const,
    charge: () => undefined,
    http: plainRequest(path, querystring),
  }
  const { status, headers, body } = await route.answer(request, services)
  if (status === 301 || status === 307) return bodyOf(find, headers!['Location']!, tier, services)
  return JSON.parse((body as Buffer | string).toString())
}

/** A GET request without header fields: for JSON, whatever the client has. */
const plainRequest = (path: string, querystring: string): Http => ({
  req: { headers: {} } as IncomingMessage,
  method: 'GET',
  path,
  querystring,
  accepts: (() => false) as unknown as Http['accepts'],
})
