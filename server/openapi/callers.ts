import type { Caller } from '../routes/route.ts'

/** The ways to say who one is. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'A secret key, for programs: `svc_live_` and 32 hexadecimal digits. Its tier decides what is answered. From a page of another origin it is a 403.',
  },
  apiKeyInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description:
      'The same key as a parameter, for links; the header is better, since links are kept.',
  },
  browserKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'A browser key, which may be in the source of a page: `svc_pub_` and 32 hexadecimal digits. It opens the free tier to pages of its origins, by `Origin` or else `Referer`; from elsewhere it is a 403.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that `POST /v1/sessions` answers.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description:
      'The session of the console, in browsers; outside localhost the cookie is `__Host-session`. What changes something is refused from pages of other origins.',
  },
} as const

const sessions = [{ session: [] }, { sessionCookie: [] }]

const secretKeys = [{ apiKey: [] }, { apiKeyInQuery: [] }]
const keys = [...secretKeys, { browserKey: [] }]

/** What an operation asks of its caller: one of these. */
export const securityOf = ({ name, tier }: Caller): Record<string, never[]>[] =>
  tier === 'paid' ? secretKeys : security[name]

const security: Record<Caller['name'], Record<string, never[]>[]> = {
  anybody: [],
  visitor: [],
  'own page': [],
  agent: [],
  key: keys,
  'key or none': [{}, ...keys],
  session: sessions,
  'anyone or session': [{}, ...sessions],
}
