import type { Caller } from '../routes/route.ts'

/** The ways to say who one is. */
export const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key: `svc_live_` and 32 hexadecimal digits. Its tier decides what is answered.',
  },
  apiKeyInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'key',
    description:
      'The same key as a parameter, for links; the header is better, since links are kept.',
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

/** What an operation asks of its caller: one of these. */
export const security: Record<Caller['name'], Record<string, never[]>[]> = {
  anybody: [],
  visitor: [],
  key: [{ apiKey: [] }, { apiKeyInQuery: [] }],
  session: sessions,
  'anyone or session': [{}, ...sessions],
}
