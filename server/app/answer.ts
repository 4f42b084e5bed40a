import type { Middleware } from 'koa'
import type { z } from 'zod'
import { isKnown, send, setHeaders } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import { deprecationHeaders } from '../http/deprecation.ts'
import { readPathParameters } from '../http/parameters/path.ts'
import { parseQueryString, readQuery } from '../http/parameters/query_string.ts'
import { Problem } from '../http/problem.ts'
import type { Call, Found, Route } from '../routes/route.ts'
import type { Services } from '../services.ts'

/**
 * Answers a request by its route, when caller, query, path and body are found good, in this order.
 * Throws a Problem where one is not, or where no route is found.
 */
export const answer =
  (services: Services, knownMethods: readonly string[]): Middleware<Call['state']> =>
  async (call) => {
    const { found } = call.state
    if (found?.methods.includes(call.method)) return answerBy(found, call, services)
    const methods = found?.methods ?? []
    if (methods.length === 0 && knownMethods.includes(call.method))
      throw new Problem('not-found', `there is nothing at ${call.path}`)
    const Allow = methods.join(', ')
    if (call.method === 'OPTIONS') return send(call, { headers: { Allow }, body: '' })
    const detail = `${call.method} is not possible here; possible are ${Allow}`
    throw new Problem('method-not-allowed', detail, { headers: { Allow } })
  }

async function answerBy({ route, params }: Found, call: Call, services: Services): Promise<void> {
  const { body, caller, deprecation, headers } = route
  if (deprecation) setHeaders(call.res, deprecationHeaders(deprecation))
  const checked = caller.check(call, services)
  const known = checked instanceof Promise ? await checked : checked
  const rawQuery = route.query ? parseQueryString(call.querystring) : new Map()
  const request = {
    ...known,
    rawQuery,
    query: route.query ? readQuery(route.query, rawQuery) : {},
    params: route.params ? readPathParameters(route.params, params) : {},
    body: body && (await readBody(call, schemaOf(body, known), body)),
    coding: call.state.coding,
    charge: call.state.charge,
    http: call,
  }
  if (headers) setHeaders(call.res, headers)
  const answer = await route.answer(request, services)
  if (!isKnown(call, answer)) await request.charge()
  send(call, answer)
}

const schemaOf = (body: NonNullable<Route['body']>, known: object) =>
  body.choose?.(known) ?? (body.schema as z.ZodObject)
