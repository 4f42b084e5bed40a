import { Router, type Layer } from '@koa/router'
import { isDescribed, type RouteMatch, type Route } from '../routes/route.ts'

type Place = { layers: Layer[]; routes: Map<string, Route>; methods: readonly string[] }

/** Finds the route of a path: by look-up if it is spelled plainly, else by its pattern. */
export class RouteFinder {
  /** All methods that the server supports. */
  readonly methods: readonly string[]
  readonly #places: Place[]
  readonly #literal = new Map<string, Place>()
  /** First segments of the API's paths: `/v1`. */
  readonly #apiRoots: ReadonlySet<string>

  constructor(routes: readonly Route[]) {
    const router = new Router()
    this.methods = router.methods
    this.#apiRoots = new Set(
      routes.filter(isDescribed).map(({ path }) => /^\/[^/]+/.exec(path)?.[0] ?? ''),
    )
    this.#places = [...Map.groupBy(routes, ({ path }) => path)].map(([path, ofPath]) => {
      const place = placeOf(router, path, ofPath)
      if (!path.includes(':')) this.#literal.set(path, place)
      return place
    })
  }

  find(method: string, path: string): RouteMatch | undefined {
    const literal = this.#literal.get(path)
    if (literal) return foundAt(literal, method, {})
    const place = this.#places.find(({ layers: [layer] }) => layer!.match(path))
    if (!place) return undefined
    const [layer] = place.layers
    return foundAt(place, method, layer!.params(path, layer!.captures(path)))
  }

  /** The page above a path (`/console` for `/console/x`), else the start page; none for API paths. */
  pageAbove(path: string): Route | undefined {
    const above = /^\/[^/]+/.exec(path)?.[0] ?? ''
    const pageAt = (at: string) =>
      [...(this.#literal.get(at)?.routes.values() ?? [])].find((route) => !isDescribed(route))
    return pageAt(above) ?? (this.#apiRoots.has(above) ? undefined : pageAt('/'))
  }
}

function placeOf(router: Router, path: string, ofPath: readonly Route[]): Place {
  const routes = new Map<string, Route>()
  const layers = ofPath.map((route) => {
    const layer = router.register(path, [route.method], () => {}) as Layer
    for (const method of layer.methods) routes.set(method, route)
    return layer
  })
  return { layers, routes, methods: [...routes.keys()].toSorted() }
}

const foundAt = ({ routes, methods }: Place, method: string, params: Record<string, string>) => {
  const [first] = routes.values()
  return { route: routes.get(method) ?? first!, methods, params }
}
