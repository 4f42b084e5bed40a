import type { Metrics } from './metrics.ts'
import type { Services } from '../services.ts'
import Koa from 'koa'
import { admit } from './admit.ts'
import { browserRules } from './browser_rules.ts'
import { compress } from '../http/compression.ts'
import { answerProblems } from './answer_problems.ts'
import { logRequests } from './log_requests.ts'
import { makeRouter, quickRoutes } from './router.ts'
import type { RequestState } from '../routes/request_state.ts'

/** Makes the application, without listening: log → coding → browsers' rules → problems → key and limits → routes. */
export function createApp(services: Services & { metrics: Metrics }): Koa<RequestState> {
  const app = new Koa<RequestState>()
  app.silent = true // every failure is answered and logged by answerProblems
  app.use(logRequests(services))
  app.use(compress)
  app.use(browserRules)
  app.use(answerProblems(services))
  app.use(admit(services))
  app.use(quickRoutes(services))
  const router = makeRouter(services)
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
