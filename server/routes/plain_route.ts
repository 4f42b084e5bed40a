import type { RouterContext } from '@koa/router'
import type { z } from 'zod'
import type { Services } from '../services.ts'
import type { ProblemKind } from '../http/problem.ts'
import type { RequestState } from './request_state.ts'

/** Who may call an operation. `anyone or session`: the session, where there is one, makes a difference. */
export type Caller = 'anybody' | 'key' | 'session' | 'anyone or session'

/** A body that an operation answers with. */
export type Described = {
  description: string
  /** Of the JSON body; none: there is no body, or one of another type. */
  schema?: z.ZodType
  /** Of bodies in other media types. */
  others?: Record<string, z.ZodType>
  /** The media types of a body that has no schema. */
  types?: readonly string[]
  /** Names of header fields besides those that every answer has. */
  headers?: readonly string[]
}

/** What the OpenAPI document says of a route. Paths, methods and tags it knows by itself. */
export type Description = {
  /** Its name in the OpenAPI document, in camelCase. */
  operation: string
  summary: string
  /** What the summary has no room for, in Markdown. */
  details?: string
  caller: Caller
  params?: z.ZodObject
  query?: z.ZodObject
  /** Header fields that the operation heeds besides the usual ones. */
  headers?: z.ZodObject
  /** The JSON body that it takes. */
  body?: { schema: z.ZodType; optional?: true }
  /** What it answers when all is well, by status. */
  answers: Record<number, Described>
  /** How it can fail, besides the ways that everything can. */
  problems: readonly ProblemKind[]
}

export type Call = RouterContext<RequestState>

type Handled = {
  method: 'get' | 'post' | 'delete'
  handle: (context: Call, services: Services) => void | Promise<void>
}

/** A route of the API that does not answer from a snapshot: it can't be without a description. */
export type PlainRoute = Handled & { path: string; describe: Description }

/** A page for people, or what belongs to one. */
export type Page = Handled & { path: '/' | `/${'console' | 'docs'}${string}`; describe?: never }
