import { z } from 'zod'
import { epochDay } from '../../data/calendar.ts'
import { farm } from '../../data/schema/tables/farm.ts'
import type { Tier } from '../../data/schema/meta.ts'
import type { Answer } from '../http/answer.ts'
import { component, object, text } from '../http/answer_fields.ts'
import type { Deprecation } from '../http/deprecation.ts'
import { entityTag, listsTag } from '../http/entity_tag.ts'
import { canonicalQuery } from '../http/addresses/links.ts'
import { canonical, statedDefaults, textsOf } from '../http/parameters/canonical.ts'
import type { RawQuery } from '../http/parameters/query_string.ts'
import { Problem } from '../http/problem.ts'
import { FarmMerged } from '../query/row_of.ts'
import { lendSnapshot, requireReady, type Services } from '../services.ts'
import { firstDayOf, isYears } from '../http/parameters/instants.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { snapshotSince } from '../snapshot/said/snapshot_since.ts'
import { after, attempt, until, type Eventual } from '../eventual.ts'
import { key, keyOrNone, paidKey } from './callers.ts'
import { acceptedFormat, contentOf, formatOf, formatsOf, type Format } from './lists/formats.ts'
import {
  apiRoute,
  notModified,
  type OperationDescription,
  type Nothing,
  type Request,
  type Route,
} from './route.ts'

/** A request for data, and what it is answered from. */
export type DataRequest<Query = object, Params = object> = Request<Query, Params> & {
  tier: Tier
  snapshot: Snapshot
  /** What to write the answer in; `json` for endpoints without the `format` parameter. */
  format: Format
  now: Date
}

/**
 * `body`: the answer's bytes in the requested format, or a value to write as JSON. `next`: path of the next
 * page. `count`: number of entries of a list. `bulk`: the answer names the file with all farms, for clients
 * that read page by page. `ignored`: parameters that do not apply to this request. `from`: the answer's
 * snapshot, if it is not the request's.
 */
export type DataAnswer<Body = Buffer> = {
  body: Body | Buffer
  next?: string | undefined
  count?: number
  bulk?: boolean
  ignored?: string[]
  from?: string
}

/** A route that answers from a snapshot, with the types of what it is asked and of its JSON body. */
export type DataRoute<
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
  Response = unknown,
> = Omit<Route, 'query' | 'params'> & {
  query: Query
  params?: Params | undefined
  response: z.ZodType<Response>
}

/** What an endpoint is that answers from a snapshot, besides what all of these are. */
type Declared<Query extends z.ZodObject, Params extends z.ZodObject, Response> = Pick<
  OperationDescription,
  'operation' | 'tag' | 'summary' | 'details' | 'problems'
> & {
  path: string
  /** The lowest tier that may call it; default: free. */
  tier?: Tier
  params?: Params
  query?: Query
  /**
   * The JSON body of a 200, as a key of the paid tier gets it without `fields`. What free keys do not
   * get has `tier: 'paid'` in its meta().
   */
  response: z.ZodType<Response>
  /**
   * A route about one farm, which may have been merged, have left or never been; or about one snapshot,
   * whose id may be `latest`.
   */
  of?: 'farm' | 'snapshot'
  /** Needs no key, and scripts of any origin may read it. */
  open?: true
  deprecation?: Deprecation
  /** Defaults that depend on other parameters; what is undefined has none. */
  defaults?(query: z.output<Query>): Record<string, string | undefined>
  /** Whether the answer to such a query depends on `now`: cached ones are good for that minute only. */
  usesClock?(query: RawQuery): boolean
  /** The answer depends on the UTC day: cached ones are good for that day. */
  usesDay?: true
  answer(
    request: DataRequest<z.output<Query>, z.output<Params>>,
    services: Services,
  ): Eventual<DataAnswer<NoInfer<Response>>>
}
type AnyDeclared = Declared<z.ZodObject, z.ZodObject, unknown>
type Parameters = Record<string, unknown>

/** Declares a route that takes a key and answers from the live snapshot, or the one that is named. */
export function dataRoute<
  Response,
  Query extends z.ZodObject = Nothing,
  Params extends z.ZodObject = Nothing,
>(route: Declared<Query, Params, Response>): DataRoute<Query, Params, Response> {
  const any = route as AnyDeclared
  const { path, operation, tag, summary, details, params, query, open = false, deprecation } = any
  const offered = formatsOf(query?.shape ?? {})
  const canonicalQuery = canonicalOf(any, offered)
  const made = apiRoute({
    method: 'get',
    path,
    caller: any.tier === 'paid' ? paidKey : open ? keyOrNone : key,
    params,
    query,
    open,
    headers: caching,
    deprecation,
    operation,
    tag,
    summary,
    details,
    ...describe(any),
    answer: (request, services) =>
      answerFrom(any, offered, { ...request, rawQuery: canonicalQuery(request) }, services),
  })
  return { ...made, response: any.response } as DataRoute<Query, Params, Response>
}

/** A private cache may keep an answer; another key, format or coding has another one. */
const caching = { 'Cache-Control': 'private', Vary: 'Accept, Accept-Encoding, X-API-Key, Origin' }

/** Requests that ask for the same are one from here on: for the entity tag, and for links. */
function canonicalOf(route: AnyDeclared, offered: readonly Format[]) {
  const { query: schema } = route
  if (!schema) return ({ rawQuery }: Request) => rawQuery
  const stated = statedDefaults(schema)
  const dependingOf = ({ http, query }: Request<Parameters>) => {
    const isJson = query['format'] === 'json' && acceptedFormat(http, offered) === 'json'
    return textsOf({ ...route.defaults?.(query), ...(isJson && { format: 'json' }) })
  }
  return (request: Request<Parameters>): RawQuery => {
    const { rawQuery: given, query: values } = request
    const mayDepend = route.defaults !== undefined || given.has('format')
    const defaults = mayDepend ? { ...stated, ...dependingOf(request) } : stated
    return canonical(schema, { given, values, defaults })
  }
}

/** A client that has the answer gets 304 before any look-up. */
function answerFrom(
  route: AnyDeclared,
  offered: readonly Format[],
  asked: Request<Parameters, Parameters> & { tier: Tier },
  services: Services,
): Eventual<Answer> {
  const { http, query } = asked
  const format = formatOf(http, query['format'], offered)
  const lent = lend(services, query['snapshot'])
  const work = () => {
    const now = services.clock()
    const { said_since } = query
    const snapshot =
      typeof said_since === 'string'
        ? snapshotSince(lent.snapshot, firstDayOf(said_since, now))
        : lent.snapshot
    const request = { ...asked, snapshot, format, now }
    const tag = tagOf(route, request)
    if (listsTag(http.req.headers['if-none-match'], tag)) return { tag }
    return attempt(
      () =>
        after(asked.charge(), () =>
          route.of === 'snapshot' && isOfLatest(asked)
            ? toSnapshot(asked, lent.snapshot.id)
            : after(route.answer(request, services), (data) => answerOf(data, tag, request)),
        ),
      (error) => {
        if (error instanceof FarmMerged) return redirectToSurvivor(request, error)
        throw error
      },
    )
  }
  return until(work, () => lent[Symbol.dispose]())
}

function answerOf(
  { body, next, count, bulk, ignored, from }: DataAnswer<unknown>,
  tag: string,
  { http, snapshot, format, tier, query }: DataRequest<Parameters>,
): Answer {
  const links = next ? [`<${next}>; rel="next"`] : []
  if (bulk) links.push(bulkLink(snapshot.id, tier))
  return {
    tag,
    headers: ignored && ignored.length > 0 ? { 'X-Ignored-Parameters': ignored.join(', ') } : {},
    content: contentOf(format, http.path, from ?? snapshot.id, query['page']),
    links,
    ...(count !== undefined && { count }),
    body,
  }
}

function lend(services: Services, id: unknown) {
  const live = requireReady(services)
  const lent = lendSnapshot(services, id as string | undefined)
  if (lent) return lent
  const errors = [{ parameter: 'snapshot', message: 'is not held any more', suggestion: live.id }]
  const detail = `snapshot ${String(id)} is gone; start over without it`
  throw new Problem('gone', detail, { errors })
}

/** The entity tag of a request's answer. */
function tagOf(route: AnyDeclared, request: DataRequest): string {
  const { coding, http, rawQuery, snapshot, tier, format, now } = request
  return entityTag(
    coding,
    snapshot.id,
    snapshot.hidden.key,
    timeOf(route, rawQuery, now),
    http.path,
    canonicalQuery(rawQuery),
    tier,
    format,
  )
}

/** The minute or the day that an answer depends on, as a number. */
function timeOf(route: AnyDeclared, query: RawQuery, now: Date): number | '' {
  if (route.usesClock?.(query)) return Math.floor(now.getTime() / 60_000)
  const isOfDay = route.usesDay || query.get('said_since')?.some(isYears)
  return isOfDay ? epochDay(now) : ''
}

/** Link to the file with all farms of a snapshot, for clients that page through them. */
const bulkLink = (id: string, tier: Tier) =>
  `</v1/snapshots/${id}/files/${tier === 'paid' ? 'members' : 'public'}/farms.parquet>; ` +
  'rel="alternate"; type="application/vnd.apache.parquet"'

/**
 * The same request for the farm that the one asked for was merged into. Browsers keep a 301 without
 * no-cache forever, and a merger may be withdrawn.
 */
function redirectToSurvivor({ http, rawQuery }: Request, { id, into }: FarmMerged): Answer {
  const request = `${http.path}?${canonicalQuery(rawQuery)}`.replace(/[?&]$/, '')
  const Location = request.replaceAll(new RegExp(id, 'gi'), into)
  const headers = { Location, 'Cache-Control': 'private, no-cache' }
  return { status: 301, headers, body: { data: { id: into } } }
}

/** How long the redirection of `latest` may be kept. */
const latestFor_s = 10

export const isOfLatest = ({ params }: { params: object }): boolean =>
  'id' in params && params.id === 'latest'

/** The same request under the id of a snapshot, so that two of them are of one. */
export function toSnapshot({ http, rawQuery }: Pick<Request, 'http' | 'rawQuery'>, id: string) {
  const path = http.path.replace(/^(\/v1\/snapshots\/)latest/i, `$1${id}`)
  const Location = `${path}?${canonicalQuery(rawQuery)}`.replace(/[?&]$/, '')
  const headers = { Location, 'Cache-Control': `public, max-age=${latestFor_s}` }
  return { status: 307 as const, headers, body: '' }
}

/** The link's description in the OpenAPI document. */
export const latestRedirected = {
  component: 'LatestRedirected',
  description: 'Redirect to the same address with the id of the live snapshot in place of `latest`',
  headers: ['Location', 'Cache-Control'],
}

/** What of the header fields of a request decides whether the answer has a body. */
export const ifNoneMatch = z.strictObject({
  'If-None-Match': text(
    "ETag of the client's copy; if it is current, the server returns 304",
    '"Fq1TfZ1nTm2b0kqU8Yw0Ug"',
  ).optional(),
})

const merged = component('Merged', 'Replacement of a merged farm', {
  data: object('Farm that contains the merged farm', { id: farm.shape.id }),
})

/** The route's description in the OpenAPI document, which mostly follows from the parameters. */
const describe = (
  route: AnyDeclared,
): Pick<OperationDescription, 'heeds' | 'answers' | 'problems'> => ({
  heeds: ifNoneMatch,
  answers: {
    200: { description: 'Requested data', schema: route.response, headers: ['ETag'] },
    304: notModified,
    ...(route.of === 'snapshot' && { 307: latestRedirected }),
    ...(route.of === 'farm' && {
      301: {
        component: 'FarmMerged',
        description: 'Redirect to the farm that contains the merged farm',
        schema: merged,
        headers: ['Location'],
      },
    }),
  },
  problems: { ...problemsOf(route), ...route.problems },
})

function problemsOf({ of, query }: AnyDeclared): OperationDescription['problems'] {
  const shape = query?.shape ?? {}
  const isTiered = Object.values(shape).some((each) => (each as z.ZodType).meta()?.tier === 'paid')
  return {
    'not-acceptable': true,
    ...((isTiered || 'fields' in shape) && {
      forbidden: 'fields: only paid keys get phone; this key is free',
    }),
    ...(of === 'farm' && {
      'not-found':
        'no farm 0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7 in snapshot 20261121T014922Z-02c8b340',
    }),
    ...((of === 'farm' || 'snapshot' in shape) && {
      gone: 'snapshot 20260101T014922Z-5d1f0a77 is gone; start over without it',
    }),
  }
}
