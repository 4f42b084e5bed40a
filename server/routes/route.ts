import type { z } from 'zod'
import type { Tier } from '../../data/schema/meta.ts'
import type { Deprecation } from '../http/deprecation.ts'
import type { Format } from './lists/formats.ts'
import type { RawQuery } from '../http/parameters/query_string.ts'
import type { LiveSnapshots } from '../snapshot/live.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { PublishedSnapshots } from '../snapshot/published.ts'

/** A request for data, once its key and its parameters are found good. */
export type DataRequest<Query, Params> = {
  tier: Tier
  snapshot: Snapshot
  query: Query
  params: Params
  /** The path and the parameters as they came, for links. */
  path: string
  rawQuery: RawQuery
  /** What to write the answer in; `json` for endpoints without the `format` parameter. */
  format: Format
  now: Date
  /** The snapshots that the server answers from. */
  snapshots: LiveSnapshots
  /** The snapshots that there are to download. */
  published: PublishedSnapshots
}

/**
 * The answer's text as bytes in the format of the request, or a value to be written as JSON; `next` is
 * the path of the next page; `bulk` tells clients that come page by page of the file with all farms.
 */
export type DataAnswer = {
  body: Buffer | object
  next?: string | undefined
  bulk?: boolean
}

/**
 * One endpoint that answers from a snapshot. The router reads the request by `query` and `params`,
 * and every description of the API reads the same list of routes.
 */
export type DataRoute<
  Query extends z.ZodObject = z.ZodObject,
  Params extends z.ZodObject = z.ZodObject,
> = {
  path: string
  /** Its name in the OpenAPI document, in camelCase. */
  operation: string
  summary: string
  /** The lowest tier that may call it. */
  tier: Tier
  query: Query
  params: Params
  /**
   * The JSON body of a 200, as a key of the paid tier gets it without `fields`. What free keys do not
   * get has `tier: 'paid'` in its meta().
   */
  response: z.ZodType
  deprecation?: Deprecation
  /** Whether the answer to such a query depends on `now`: cached ones are good for that minute only. */
  usesClock?(query: RawQuery): boolean
  /** Whether the answer is drawn from every snapshot that the server holds, not from one. */
  overSnapshots?: true
  answer(request: DataRequest<z.output<Query>, z.output<Params>>): DataAnswer | Promise<DataAnswer>
}

/** Declares a route: only for its types. */
export const dataRoute = <Query extends z.ZodObject, Params extends z.ZodObject>(
  route: DataRoute<Query, Params>,
): DataRoute => route
