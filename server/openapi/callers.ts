import type { Caller } from '../routes/route.ts'

/** Authentication schemes. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'Secret key for programs: `svc_live_` and 32 hexadecimal digits, here or as a bearer token. Its tier decides which fields and operations are available. Requests from a page of another origin return 403.',
  },
  apiKeyInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description:
      'Secret or browser key as a parameter, for links. Prefer the header: links end up in histories and logs.',
  },
  browserKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'Browser key, safe in the source of a web page: `svc_pub_` and 32 hexadecimal digits. Pages of its origins get the free tier. The server checks `Origin`, or `Referer` if `Origin` is absent, and returns 403 for other origins.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'Session token that `POST /v1/sessions` returns.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'Console session in a browser. Outside localhost the cookie is named `__Host-session`. Requests that change data are refused from pages of other origins.',
  },
} as const

const sessions = [{ session: [] }, { sessionCookie: [] }]

const secretKeys = [{ apiKey: [] }, { apiKeyInQuery: [] }]
const keys = [...secretKeys, { browserKey: [] }]

/** An operation's required authentication: one of these. */
export const securityOf = ({ name, tier }: Caller): Record<string, never[]>[] =>
  tier === 'paid' ? secretKeys : (security[name] ?? [])

/** The authentication of the routes that need one. */
const security: Partial<Record<Caller['name'], Record<string, never[]>[]>> = {
  key: keys,
  'key or none': [{}, ...keys],
  session: sessions,
  'anyone or session': [{}, ...sessions],
}
