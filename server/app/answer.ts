import type { z } from 'zod'
import { isKnown, type Answer } from '../http/answer.ts'
import { readBody, readFields } from '../http/body.ts'
import { deprecationHeaders } from '../http/deprecation.ts'
import { byOwnNames, parseQueryString, readQuery } from '../http/parameters/query_string.ts'
import { Problem } from '../http/problem.ts'
import type { Call, RouteMatch, Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { after, type Eventual } from '../eventual.ts'
import type { RouteFinder } from './find_route.ts'

/** Checks route, key, query, path and body, in this order, and answers. Throws a Problem. */
export function answerTo(call: Call, services: Services, finder: RouteFinder): Eventual<Answer> {
  const { found } = call.state
  if (found?.methods.includes(call.method)) return answerBy(found, call, services)
  const methods = found?.methods ?? []
  if (methods.length === 0 && finder.methods.includes(call.method)) {
    // A page links to the one above instead.
    const remedy = finder.pageAbove(call.path) ? '' : '; /docs lists all paths'
    throw new Problem('not-found', `there is nothing at ${call.path}${remedy}`)
  }
  const Allow = methods.join(', ')
  if (call.method === 'OPTIONS') return { headers: { Allow }, body: '' }
  const detail = `${call.method} is not allowed here; use ${Allow.replace(/, (\w+)$/, ' or $1')}`
  throw new Problem('method-not-allowed', detail, { headers: { Allow } })
}

/** The input of any route's `answer`. */
type Asked = Parameters<Route['answer']>[0]

function answerBy(found: RouteMatch, call: Call, services: Services): Eventual<Answer> {
  const { caller, deprecation } = found.route
  if (deprecation) Object.assign(call.state.head, deprecationHeaders(deprecation))
  return after(caller.check(call, services), (known) =>
    after(requestOf(found, call, known), (request) => answerFor(request, found, call, services)),
  )
}

/** The request with its parsed parameters and body. */
function requestOf({ route, params }: RouteMatch, call: Call, known: object): Eventual<Asked> {
  const { query, params: ofPath, body } = route
  const given = query ? parseQueryString(call.querystring) : new Map<string, string[]>()
  const request = {
    ...known,
    rawQuery: query ? byOwnNames(query, given) : given,
    query: query ? readQuery(query, given) : {},
    params: ofPath ? readFields(ofPath, params) : {},
    body: undefined,
    coding: call.state.coding,
    charge: call.state.charge,
    http: call,
  }
  if (!body) return request
  const schema = body.choose?.(known) ?? (body.schema as z.ZodObject)
  return after(readBody(call, schema, body), (read) => ({ ...request, body: read }))
}

function answerFor(
  request: Asked,
  { route }: RouteMatch,
  call: Call,
  services: Services,
): Eventual<Answer> {
  Object.assign(call.state.head, route.headers)
  return after(route.answer(request, services), (answer) =>
    isKnown(call, answer) ? answer : after(request.charge(), () => answer),
  )
}
