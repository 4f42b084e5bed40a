import type { Middleware } from 'koa'
import { setHeaders } from '../http/answer.ts'
import type { Call } from '../routes/route.ts'

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

const preflightRules = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'X-API-Key, Range, If-Range, If-None-Match, Accept',
  'Access-Control-Max-Age': '86400',
}

/**
 * Says what browsers may do with an answer. Pages of other origins may read the API's description and
 * the files of snapshots, which people query from notebooks with a key that they type in. They may
 * not read the other answers: that would take a key in a page's code, where no key may be.
 */
export const browserRules: Middleware<Call['state']> = ({ state, method, res }, next) => {
  const open = state.found?.route.open === true
  setHeaders(res, open ? openRules : rules)
  if (open && method === 'OPTIONS') setHeaders(res, preflightRules)
  return next()
}
