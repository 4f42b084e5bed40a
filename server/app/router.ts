import { Router, type RouterContext } from '@koa/router'
import type { Middleware } from 'koa'
import type { Services } from '../services.ts'
import { dataRoutes, pages, plainRoutes } from './all_routes.ts'
import { answerData } from './answer_data.ts'
import type { RequestState } from '../routes/request_state.ts'

/** Folds every route into one router. */
export function makeRouter(services: Services): Router<RequestState> {
  const router = new Router<RequestState>()
  for (const route of dataRoutes) router.get(route.path, answerData(route, services))
  for (const { method, path, handle } of [...plainRoutes, ...pages])
    router.register(path, [method], (context) => {
      context.state.route = path
      return handle(context, services)
    })
  return router
}

/** Where the one parameter of a path stands, as in `/v1/farms/:id/hours`, between its slashes. */
const parameterAt = 3

/**
 * Finds data routes by one look-up, where the router tries the pattern of every route; what is not
 * spelled plainly is left to the router.
 */
export function quickRoutes(services: Services): Middleware<RequestState> {
  type Handle = ReturnType<typeof answerData>
  const plain = new Map<string, Handle>()
  const withOne = new Map<string, { handle: Handle; name: string }>()
  for (const route of dataRoutes) {
    const handle = answerData(route, services)
    const name = route.path.split('/')[parameterAt]?.match(/^:(\w+)$/)?.[1]
    if (name === undefined) plain.set(route.path, handle)
    else withOne.set(withoutParameter(route.path).path, { handle, name })
  }
  return (context, next) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return next()
    const answer = (handle: Handle, params: Record<string, string>) =>
      handle(Object.assign(context, { params }) as RouterContext<RequestState>, next)
    const handle = plain.get(context.path)
    if (handle) return answer(handle, {})
    const { path, value } = withoutParameter(context.path)
    const found = /^[\w-]+$/.test(value) ? withOne.get(path) : undefined
    return found ? answer(found.handle, { [found.name]: value }) : next()
  }
}

/** A path with `:` in the place of its parameter, and what stood there. */
function withoutParameter(path: string): { path: string; value: string } {
  const parts = path.split('/')
  const [value = ''] = parts.splice(parameterAt, 1, ':')
  return { path: parts.join('/'), value }
}
