import type { ParameterizedContext } from 'koa'
import { z } from 'zod'
import type { Tier } from '../../data/schema/meta.ts'
import type { ActiveKey } from '../access/keys/key_lookup.ts'
import type { Config } from '../config.ts'
import type { Answer } from '../http/answer.ts'
import type { Coding } from '../http/coding.ts'
import type { Deprecation } from '../http/deprecation.ts'
import type { RawQuery } from '../http/parameters/query_string.ts'
import type { Head } from '../http/head.ts'
import type { ProblemKind } from '../http/problem.ts'
import type { Services } from '../services.ts'
import type { Eventual } from '../eventual.ts'

/**
 * An endpoint of the API, or a page. Router, checks, limits, browser rules and OpenAPI document all fold over
 * one list of routes.
 */
export type Route<
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Known extends object = object,
  Answers extends DescribedAnswers = DescribedAnswers,
> = {
  method: 'get' | 'post' | 'patch' | 'delete'
  /** `/v1/farms/:id`: a part that begins with a colon is a parameter. */
  path: string
  caller: Caller<Known>
  /** Parameters of the path. */
  params?: Params | undefined
  /** Parameters of the query string; undefined = ignored, as on most pages. */
  query?: Query | undefined
  body?: {
    schema: Body
    /** Content type; default: JSON. */
    type?: 'form'
    /** true = an empty body is read as {}. */
    optional?: true
    /** Chooses the part of a union that applies to this client. */
    choose?(known: Known): z.ZodObject
  }
  /** true = a request counts against a limit. */
  counted: boolean
  /** true = scripts of any origin may read the answers. */
  open: boolean
  deprecation?: Deprecation | undefined
  /** Header fields of every answer to a valid request, failures included. */
  headers?: Record<string, string>
  /**
   * Link on the page of a failure; default: the start page. `refused`: title of the page of a refusal.
   */
  wayOn?: { path: string; name: string; refused?: string } | undefined
  answer(
    request: Request<z.output<Query>, z.output<Params>, z.output<Body>> & Known,
    services: Services,
  ): Eventual<AnswerAmong<Answers>>
} & Partial<OperationDescription<Answers>>

/** An endpoint of the API; other routes are pages. */
export type DescribedRoute = Route & OperationDescription
export const isDescribed = (route: Route): route is DescribedRoute => route.operation !== undefined

/** The clients that may call a route, and how the server checks it. */
export type Caller<Known extends object = object> = {
  name:
    | 'anybody'
    | 'key'
    | 'key or none'
    | 'session'
    | 'anyone or session'
    | 'visitor'
    | 'own page'
    | 'agent'
  /** The lowest tier of keys that may call it. */
  tier?: Tier
  /** Whether `Authorization: Bearer` carries a key, too. */
  bearer?: true
  /** Returns what handlers get about the client. Throws a Problem if the client may not call the route. */
  check(call: Call, services: Services): Eventual<Known>
}

/** What of the API a route belongs to. */
export type Tag = 'Farms' | 'Market' | 'Snapshots' | 'Keys' | 'Sessions' | 'Service'

/** A route's part of the OpenAPI document, which omits pages. */
export type OperationDescription<Answers = DescribedAnswers> = {
  /** Its name in the OpenAPI document, in camelCase. */
  operation: string
  tag: Tag
  summary: string
  /** Details that the summary has no room for, in Markdown. */
  details: string | ((config: Config) => string)
  /** Header fields that the operation heeds besides the usual ones. */
  heeds?: z.ZodObject
  /** Successful answers, by status. */
  answers: Answers
  /**
   * Failures besides those of every route, of its clients and of its body. The text is an example of
   * `detail`, if the usual one does not fit.
   */
  problems?: Partial<Record<ProblemKind, string | true>>
}
/** Answers of routes, by status. */
type DescribedAnswers = Partial<Record<200 | 201 | 202 | 206 | 301 | 304 | 307, DescribedAnswer>>

export type DescribedAnswer = {
  /** The name under which the OpenAPI document has it once, if several operations answer so. */
  component?: string
  description: string
  /** Of the JSON body; none: there is no body, or one of another type. */
  schema?: z.ZodType
  /** The media types of a body that has no schema. */
  types?: readonly string[]
  /** Names of header fields besides those of every answer. */
  headers?: readonly string[]
}

/** The answer without a body to a client that has the current one. */
export const notModified = {
  component: 'NotModified',
  description: "No change since the client's copy",
  headers: ['ETag', 'Cache-Control'],
}

/** An answer with one of the statuses described, and with the body of that status. */
type AnswerAmong<Answers> = DescribedAnswers extends Answers
  ? Answer
  : {
      [Status in keyof Answers & number]: Omit<Answer, 'status' | 'body'> &
        (Status extends 200 ? { status?: Status } : { status: Status }) &
        ({ body: BodyOf<Answers[Status]> } | { body?: never; tag: string })
    }[keyof Answers & number]

type BodyOf<Described> = Described extends { schema: infer Schema extends z.ZodType }
  ? z.output<Schema> | Buffer
  : Answer['body']

/** A request whose parameters and body are found good. */
export type Request<Query = object, Params = object, Body = unknown> = {
  query: Query
  params: Params
  body: Body
  /** The parameters as they came, by their own names, for links. */
  rawQuery: RawQuery
  coding: Coding
  /**
   * Counts the request, if that is left until it is known whether the client has the answer. To be
   * called before work that no client may have for nothing. Throws a 429 Problem at the limit.
   */
  charge: () => Eventual<void>
  /** The HTTP request, to be read; an answer is returned, and not written here. */
  http: Http
}
export type Http = Pick<Call, 'req' | 'method' | 'path' | 'querystring' | 'accepts'>

/** A signed-in person: what the header of a page and its forms need. */
export type Visitor = { account: { email: string }; token: string }

/** Facts about a request besides its HTTP message. */
type CallState = {
  requestId: string
  /** When the request arrived, by performance.now(). */
  arrived_ms: number
  found: RouteMatch | undefined
  /** The content coding that the answer is to have where it is worth it. */
  coding: Coding
  /** The client's key; undefined = no valid key. */
  key: ActiveKey | undefined
  /** Whether a key was sent, valid or not. */
  isKeySent: boolean
  /** Whether that key was valid once. */
  isKeyRevoked?: boolean
  /** The failure that the client was sent. */
  detail?: string | undefined
  /** The signed-in account, once a page has read it. */
  visitor?: Visitor | undefined
  /** As that of `Request`. */
  charge: () => Eventual<void>
  /** The header fields of the answer, as far as they are known. */
  head: Head
}
export type Call = ParameterizedContext<CallState>

/** What there is at a path. */
export type RouteMatch = {
  /** The route of the method; where no route takes it, another one of the path. */
  route: Route
  /** The methods that the path takes. */
  methods: readonly string[]
  /** The parameters of the path, as text. */
  params: Record<string, string>
}

const nothing = z.strictObject({})
export type Nothing = typeof nothing
type Usual = 'counted' | 'open'

/** Declares a route of the API. By default it has no parameters, counts, and is closed. */
export const apiRoute = <
  Known extends object,
  const Answers extends DescribedAnswers,
  Query extends z.ZodObject = Nothing,
  Params extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(
  route: Omit<
    Route<Query, Params, Body, Known, Answers>,
    Usual | keyof OperationDescription | 'wayOn'
  > &
    Partial<Pick<Route, Usual>> &
    OperationDescription<Answers>,
): Route => ({ counted: true, open: false, ...route, query: route.query ?? nothing })

/** Declares a page, a part of one, or any other route that the OpenAPI document omits. */
export const page = <
  Known extends object,
  Query extends z.ZodObject = Nothing,
  Params extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(
  route: Omit<Route<Query, Params, Body, Known>, Usual | keyof OperationDescription | 'method'> & {
    method?: 'get' | 'post'
  },
): Route => ({ method: 'get', counted: true, open: false, ...route })
