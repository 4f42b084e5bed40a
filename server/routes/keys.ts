import { bodyParser } from '@koa/bodyparser'
import type { RouterContext } from '@koa/router'
import { z } from 'zod'
import { createKeyByEmail, emailAddress, keyName } from '../access/keys.ts'
import type { Services } from '../app.ts'
import { clientOf } from '../http/admit.ts'
import { badParameters, Problem } from '../http/problem.ts'
import { parseQueryString, readQuery } from '../http/query_string.ts'
import { rateLimitHeaders } from '../access/rate_limit_headers.ts'
import type { RequestState } from '../http/request_state.ts'
import type { PlainRoute } from './health.ts'

const newKey = z.strictObject({ name: keyName, email: emailAddress })
const noQuery = z.strictObject({})

const jsonBody = bodyParser({
  enableTypes: ['json'],
  jsonLimit: '10kb',
  onError: (error) => {
    if ((error as { status?: number }).status === 413)
      throw new Problem('content-too-large', 'the body is over 10 kB')
    throw new Problem('bad-request', `the body is not JSON: ${error.message}`)
  },
})

/** Making keys by email; lists and revocation need a session, which only the console gives. */
export const keyRoutes = (services: Services): PlainRoute[] => [
  { method: 'post', path: '/v1/keys', handle: (context) => create(context, services) },
  { method: 'get', path: '/v1/keys', handle: refuseWithoutSession },
  { method: 'delete', path: '/v1/keys', handle: refuseWithoutSession },
]

async function create(
  context: RouterContext<RequestState>,
  { config, store, limits, clock }: Services,
): Promise<void> {
  readQuery(noQuery, parseQueryString(context.querystring))
  const request = await readBody(context)
  await limitCreation(context, limits, clientOf(context.req, config))
  const { key, id, tier } = await createKeyByEmail(store, request, config.emailKeyLimits, clock())
  context.status = 201
  context.set('Cache-Control', 'no-store')
  context.body = { key, id, tier, daily_limit: config.quotas.free_per_day }
}

async function readBody(context: RouterContext<RequestState>): Promise<z.output<typeof newKey>> {
  if (!context.is('application/json'))
    throw new Problem(
      'unsupported-media-type',
      'send the body as application/json: {"name": …, "email": …}',
    )
  await jsonBody(context, async () => {})
  const { data, error } = newKey.safeParse(context.request.body)
  if (data) return data
  throw badParameters(error.issues.flatMap(bodyErrors))
}

const bodyErrors = (issue: z.core.$ZodIssue) =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((parameter) => ({
        parameter,
        message: 'unknown field; allowed are name, email',
      }))
    : [{ parameter: String(issue.path[0] ?? 'body'), message: issue.message }]

async function limitCreation(
  context: RouterContext<RequestState>,
  limits: Services['limits'],
  client: string,
): Promise<void> {
  const rate = await limits.consume('creation', client)
  if (rate.allowed) return
  context.set(rateLimitHeaders(rate))
  throw new Problem('too-many-requests', `${rate.limit} keys were created from this address today`)
}

function refuseWithoutSession({ state: { key } }: RouterContext<RequestState>): void {
  if (key)
    throw new Problem(
      'forbidden',
      'lists and revocation of keys need a signed-in session, not just a key',
    )
  throw new Problem('unauthorized', 'lists and revocation of keys need a signed-in session')
}
