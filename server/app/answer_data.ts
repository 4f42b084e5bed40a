import type { RouterContext, RouterMiddleware } from '@koa/router'
import type { Services } from '../services.ts'
import type { Tier } from '../../data/schema/meta.ts'
import type { DataRoute } from '../routes/route.ts'
import type { Coding } from '../http/coding.ts'
import { deprecationHeaders } from '../http/deprecation.ts'
import { entityTag, listsTag } from '../http/entity_tag.ts'
import { contentDisposition, formatOf, formats, formatsOf } from '../routes/lists/formats.ts'
import { setHeaders } from '../http/headers.ts'
import { canonicalQuery } from '../http/links.ts'
import { requireReady, requireTier } from '../routes/requirements.ts'
import { badParameters, Problem } from '../http/problem.ts'
import { FarmMerged } from '../query/row_of.ts'
import { parseQueryString, readQuery, type RawQuery } from '../http/parameters/query_string.ts'
import type { RequestState } from '../routes/request_state.ts'

/** A private cache may keep an answer; it is another one for another key, format or coding. */
const caching = {
  'Cache-Control': 'private',
  Vary: 'Accept, Accept-Encoding, X-API-Key',
}

/** Answers a route from the live snapshot, or from the one that the request names. */
export function answerData(route: DataRoute, services: Services): RouterMiddleware<RequestState> {
  const offered = formatsOf(route.query.shape)
  const announced = route.deprecation && deprecationHeaders(route.deprecation)
  return async (context) => {
    context.state.route = route.path
    if (announced) setHeaders(context.res, announced)
    const tier = requireTier(context, route)
    const rawQuery = parseQueryString(context.querystring)
    const query = readQuery(route.query, rawQuery)
    const params = readParams(route, context.params)
    const format = formatOf(context, query['format'], offered)
    using lent = lend(services, query['snapshot'])
    const { snapshot } = lent
    const { path } = context
    const { snapshots, published } = services
    const asked = { tier, query, params, path, rawQuery, format, now: services.clock() }
    const request = { ...asked, snapshot, snapshots, published }
    try {
      await answerUnlessKnown(context, route, request)
    } catch (error) {
      if (!(error instanceof FarmMerged)) throw error
      redirectToSurvivor(context, rawQuery, error)
    }
  }
}

type Request = Parameters<DataRoute['answer']>[0]

/** Answers 304 where the client has the answer already, before anything is looked up for it. */
async function answerUnlessKnown(
  context: RouterContext<RequestState>,
  route: DataRoute,
  request: Request,
): Promise<void> {
  const { res } = context
  const known = context.req.headers['if-none-match']
  const tag = tagOf(context.state.coding, route, request)
  setHeaders(res, caching)
  if (listsTag(known, tag)) return notModified(context, tag)
  const { body, next, bulk } = await route.answer(request)
  if (known === '*') return notModified(context, tag)
  const { format, path, snapshot, query } = request
  res.setHeader('ETag', tag)
  res.setHeader('Content-Type', formats[format].type)
  if (format !== 'json')
    res.setHeader(
      'Content-Disposition',
      contentDisposition(format, path, snapshot.id, query['page']),
    )
  if (next) res.appendHeader('Link', `<${next}>; rel="next"`)
  if (bulk) res.appendHeader('Link', bulkLink(snapshot.id, request.tier))
  context.body = Buffer.isBuffer(body) ? body : JSON.stringify(body)
}

/** The entity tag of a request's answer. */
function tagOf(coding: Coding, route: DataRoute, request: Request): string {
  const { snapshot, path, rawQuery, tier, format, snapshots, now } = request
  return entityTag(
    coding,
    snapshot.id,
    snapshot.hidden.ids.join(),
    route.overSnapshots ? snapshots.heldIds.join() : '',
    route.usesClock?.(rawQuery) ? Math.floor(now.getTime() / 60_000) : '',
    path,
    canonicalQuery(rawQuery),
    tier,
    format,
  )
}

/** Where all farms of a snapshot are, for whoever would page through them. */
const bulkLink = (id: string, tier: Tier) =>
  `</v1/snapshots/${id}/files/${tier === 'paid' ? 'members' : 'public'}/farms.parquet>; ` +
  'rel="alternate"; type="application/vnd.apache.parquet"'

function notModified(context: RouterContext<RequestState>, tag: string): void {
  context.res.setHeader('ETag', tag)
  context.status = 304
}

/** Answers 301 with the same request for the farm that the one asked for was merged into. */
function redirectToSurvivor(
  context: RouterContext<RequestState>,
  rawQuery: RawQuery,
  { id, into }: FarmMerged,
): void {
  const request = `${context.path}?${canonicalQuery(rawQuery)}`.replace(/[?&]$/, '')
  context.status = 301
  context.set('Location', request.replaceAll(new RegExp(id, 'gi'), into))
  context.body = { data: { id: into } }
}

function readParams(route: DataRoute, params: Record<string, string>) {
  const { data, error } = route.params.safeParse(params)
  if (data) return data
  throw badParameters(
    error.issues.map(({ path, message }) => ({ parameter: String(path[0]), message })),
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
