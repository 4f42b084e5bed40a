import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import { pageOrigin } from '../http/addresses/page_origin.ts'
import { isDescribed, type Call, type Route } from '../routes/route.ts'

/** Every answer's rules for browsers: trust the declared type, and run nothing in the answer. */
const rules = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Readable in addition to the fields that scripts of any origin may always read. */
const exposed =
  'Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Retry-After, RateLimit, RateLimit-Policy, ' +
  'X-Ignored-Parameters, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id'

const openRules = {
  ...rules,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
}

/**
 * Rules for an answer that takes a key. A page of any origin may read it, since the key decides its
 * content: data for the origins of a browser key, and the reason for refusal for others. A page that hides
 * its origin (`null`) may not read it.
 */
const forPagesOf = (origin: string) => ({
  ...rules,
  Vary: 'Origin',
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': exposed,
})

/** The browser rules for a route's answer, by `open` and its required key. */
function rulesOf(route: Route | undefined, { headers }: IncomingMessage): Fields {
  if (route?.open) return openRules
  if (route?.caller.name !== 'key') return rules
  const { origin } = headers
  return origin && pageOrigin({ origin }) ? forPagesOf(origin) : { ...rules, Vary: 'Origin' }
}
type Fields = Record<string, string>

export const isPreflight = ({ method, req: { headers } }: Pick<Call, 'method' | 'req'>): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

const preflightRules = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers':
    'X-API-Key, Authorization, Range, If-Range, If-None-Match, Accept',
  'Access-Control-Max-Age': '86400',
}

/** Additional rules for pages: of devices only the location, on request; no hold on their windows by other sites. */
const pageRules = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(self), microphone=(), payment=(), usb=()',
}

/** Browsers use only TLS for this host for a year; other hosts of the domain are not affected. */
const overTls = { 'Strict-Transport-Security': 'max-age=31536000' }

/**
 * The browser rules for an answer. Pages of other origins may read the API's description and snapshot
 * files, which notebooks query with a typed key. They may read answers that take a key, if a browser key
 * allows it. They may not read account data.
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

/** Reads a trusted proxy's header, else the server's public address. */
function cameByTls(
  { headers }: IncomingMessage,
  { trustedProxies, publicUrl = '' }: Config,
): boolean {
  const forwarded = trustedProxies > 0 ? headers['x-forwarded-proto']?.toString() : undefined
  if (forwarded === undefined) return publicUrl.startsWith('https:')
  // Each proxy appends its value on the right, or one proxy alone writes it.
  const words = forwarded.split(',').slice(-trustedProxies)
  return words[0]!.trim().toLowerCase() === 'https'
}
