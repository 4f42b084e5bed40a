import type { z } from 'zod'
import type { Tier } from '../../data/schema/meta.ts'
import type { RawQuery } from '../http/query_string.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** A request for data, once its key and its parameters are found good. */
export type DataRequest<Query, Params> = {
  tier: Tier
  snapshot: Snapshot
  query: Query
  params: Params
  /** The path and the parameters as they came, for links. */
  path: string
  rawQuery: RawQuery
  now: Date
}

/** JSON text as bytes, or a value to be written as JSON; `next` is the path of the next page. */
export type DataAnswer = { body: Buffer | object; next?: string | undefined }

/**
 * One endpoint that answers from a snapshot. The router reads the request by `query` and `params`,
 * and every description of the API reads the same list of routes.
 */
export type DataRoute<
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
> = {
  path: string
  summary: string
  /** The lowest tier that may call it. */
  tier: Tier
  query: Query
  params: Params
  answer(request: DataRequest<z.output<Query>, z.output<Params>>): DataAnswer | Promise<DataAnswer>
}

/** Declares a route: only for its types. */
export const dataRoute = <Query extends z.ZodObject, Params extends z.ZodObject>(
  route: DataRoute<Query, Params>,
): DataRoute => route
