import type { RouterContext, RouterMiddleware } from '@koa/router'
import type { Services } from '../app.ts'
import type { DataRoute } from '../routes/route.ts'
import { badParameters, Problem } from './problem.ts'
import { parseQueryString, readQuery } from './query_string.ts'
import type { RequestState } from './request_state.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** Answers a route from the live snapshot, or from the one that the request names. */
export function answerData(route: DataRoute, services: Services): RouterMiddleware<RequestState> {
  return async (context) => {
    const tier = requireTier(context, route)
    const rawQuery = parseQueryString(context.querystring)
    const query = readQuery(route.query, rawQuery)
    const params = readParams(route, context.params)
    requireJson(context)
    const { snapshot, giveBack } = lend(services, query['snapshot'])
    try {
      const { body, next } = await route.answer({
        tier,
        snapshot,
        query,
        params,
        path: context.path,
        rawQuery,
        now: services.clock(),
      })
      context.set('Content-Type', 'application/json; charset=utf-8')
      context.set('Cache-Control', 'private')
      if (next) context.set('Link', `<${next}>; rel="next"`)
      context.body = Buffer.isBuffer(body) ? body : JSON.stringify(body)
    } finally {
      giveBack()
    }
  }
}

function requireTier({ state: { key } }: RouterContext<RequestState>, { tier, path }: DataRoute) {
  if (!key)
    throw new Problem('unauthorized', 'no valid API key: send one in the X-API-Key header', {
      headers: { 'WWW-Authenticate': 'ApiKey realm="farm-directory", header="X-API-Key"' },
    })
  if (tier === 'paid' && key.tier === 'free')
    throw new Problem('forbidden', `${path} is for paid keys; this key is free`)
  return key.tier
}

function readParams(route: DataRoute, params: Record<string, string>) {
  const { data, error } = route.params.safeParse(params)
  if (data) return data
  throw badParameters(
    error.issues.map(({ path, message }) => ({ parameter: String(path[0]), message })),
  )
}

function requireJson(context: RouterContext<RequestState>): void {
  if (context.get('Accept') !== '' && !context.accepts('application/json'))
    throw new Problem(
      'not-acceptable',
      `answers are application/json; the request accepts only ${context.get('Accept')}`,
    )
}

function lend(services: Services, id: unknown) {
  const live = requireReady(services)
  const lent = services.snapshots.lend(id as string | undefined)
  if (lent) return lent
  const errors = [{ parameter: 'snapshot', message: 'is not held any more', suggestion: live.id }]
  const detail = `snapshot ${String(id)} is not held any more; start again without snapshot`
  throw new Problem('gone', detail, { errors })
}

/** The live snapshot. Throws a 503 Problem where there is none, or the server is leaving. */
export function requireReady({ snapshots, draining }: Services): Snapshot {
  if (draining()) throw unavailable('the server is leaving')
  if (!snapshots.live) throw unavailable('no valid snapshot is published yet')
  return snapshots.live
}

const unavailable = (detail: string) =>
  new Problem('unavailable', detail, { headers: { 'Retry-After': '5' } })
