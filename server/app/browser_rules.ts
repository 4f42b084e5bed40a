import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import { pageOrigin } from '../http/addresses/page_origin.ts'
import { isDescribed, type Call, type Route } from '../routes/route.ts'

/** What every answer says to browsers: it is what its type says, and nothing of it runs. */
const rules = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Beside the fields that scripts of any origin may read of any answer. */
const exposed = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Link',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Ignored-Parameters',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
]

const openRules = {
  ...rules,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
}

/**
 * What is said of an answer that takes a key. A page of any origin may read it, since the key decides
 * what it is: data for the origins of a browser key, and for all others why there is none. A page that
 * hides its origin (`null`) is told nothing.
 */
const forPagesOf = (origin: string) => ({
  ...rules,
  Vary: 'Origin',
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': exposed.join(', '),
})
const forNoPage = { ...rules, Vary: 'Origin' }

/** What browsers may do with an answer of a route, by `open` and its caller. */
function rulesOf(route: Route | undefined, { headers }: IncomingMessage): Fields {
  if (route?.open) return openRules
  if (route?.caller.name !== 'key') return rules
  const { origin } = headers
  return origin && pageOrigin({ origin }) ? forPagesOf(origin) : forNoPage
}
type Fields = Record<string, string>

/** Whether a browser asks beforehand what a page may ask. */
export const isPreflight = ({ method, req: { headers } }: Pick<Call, 'method' | 'req'>): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

const preflightRules = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'X-API-Key, Range, If-Range, If-None-Match, Accept',
  'Access-Control-Max-Age': '86400',
}

/** What pages say besides: they use no device, and no window of another site has a hold on theirs. */
const pageRules = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For a year, browsers ask this host by TLS alone; of other hosts of the domain nothing is said. */
const overTls = { 'Strict-Transport-Security': 'max-age=31536000' }

/**
 * What browsers may do with an answer. Pages of other origins may read the API's description and
 * the files of snapshots, which people query from notebooks with a key that they type in, and what
 * takes a key, where a browser key is for them. They may not read what is of accounts.
 */
export function browserRules({ state: { found }, method, req }: Call, config: Config): Fields {
  const route = found?.route
  const given = rulesOf(route, req)
  return {
    ...given,
    ...((!route || !isDescribed(route)) && pageRules),
    ...(cameByTls(req, config) && overTls),
    ...(method === 'OPTIONS' && 'Access-Control-Allow-Origin' in given && preflightRules),
  }
}

/** By what a trusted proxy says of the request, else by the address that people reach the server by. */
function cameByTls(
  { headers }: IncomingMessage,
  { trustedProxies, publicUrl = '' }: Config,
): boolean {
  const forwarded = trustedProxies > 0 ? headers['x-forwarded-proto']?.toString() : undefined
  if (forwarded === undefined) return publicUrl.startsWith('https:')
  // Each proxy adds its word on the right, or one of them writes it alone.
  const words = forwarded.split(',').slice(-trustedProxies)
  return words[0]!.trim().toLowerCase() === 'https'
}
