import type { z } from 'zod'
import type { DataRoute } from '../routes/data_route.ts'

/** Asks a data route for its JSON body. Throws a Problem. */
export type Ask = <Route extends DataRoute, Given extends AskedQuery<Route>>(
  route: Route,
  asked: Given & WithoutOthers<Given, AskedQuery<Route>>,
) => Promise<BodyOf<Route>>

/** The JSON body of a route's answer. A free key and `fields` leave out some of its fields. */
export type BodyOf<Route extends DataRoute> = z.output<Route['response']>

/** The parameters of a route's path and query, as they are sent; undefined ones are not sent. */
export type AskedQuery<Route extends DataRoute = DataRoute> = Route extends DataRoute
  ? Sent<Input<Route['query']> & Input<NonNullable<Route['params']>>>
  : never

type Sent<Inputs> = { [Name in keyof Inputs]: Inputs[Name] | number }

/** Zod types an object without fields as one whose fields are all `never`. */
type Input<Schema extends z.ZodObject> = keyof Schema['shape'] extends never
  ? unknown
  : z.input<Schema>

/** Refuses parameters that the route does not have, also those of a spread object. */
type WithoutOthers<Given, Known> = { [Name in Exclude<keyof Given, KeyOf<Known>>]: never }
type KeyOf<Union> = Union extends unknown ? keyof Union : never

type Texts = Record<string, string>

/** A request in texts: its path, and the parameters of path and query. */
export function requestOf({ path, params: ofPath }: DataRoute, asked: object) {
  const params: Texts = {}
  const query: Texts = {}
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined) (name in (ofPath?.shape ?? {}) ? params : query)[name] = String(value)
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
  return { path: filled, params, query }
}

/** The path of a request with its query: `/v1/search?near=Danville%2C+VT&radius=25`. */
export function targetOf<Route extends DataRoute, Given extends AskedQuery<Route>>(
  route: Route,
  asked: Given & WithoutOthers<Given, AskedQuery<Route>>,
): string {
  const { path, query } = requestOf(route, asked)
  return path + queryText(query)
}

/** `?near=Danville%2C+VT&radius=25`, or an empty text. */
export function queryText(query: Record<string, string | undefined>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, value)
  return given.size === 0 ? '' : `?${given.toString()}`
}
