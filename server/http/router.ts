import { Router } from '@koa/router'
import type { Services } from '../app.ts'
import { healthRoutes } from '../routes/health.ts'
import { keyRoutes } from '../routes/keys.ts'
import { dataRoutes } from '../routes/routes.ts'
import { answerData } from './answer_data.ts'
import type { RequestState } from './request_state.ts'

/** Folds every route into one router. */
export function makeRouter(services: Services): Router<RequestState> {
  const router = new Router<RequestState>()
  for (const route of dataRoutes) router.get(route.path, answerData(route, services))
  for (const { method, path, handle } of [...healthRoutes(services), ...keyRoutes(services)])
    router.register(path, [method], handle)
  return router
}
