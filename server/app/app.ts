import Koa from 'koa'
import { compress } from '../http/compression.ts'
import type { Call } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { admit } from './admit.ts'
import { allRoutes } from './all_routes.ts'
import { answer } from './answer.ts'
import { answerProblems } from './answer_problems.ts'
import { browserRules } from './browser_rules.ts'
import { RouteFinder } from './find_route.ts'
import { logRequests } from './log_requests.ts'
import type { Metrics } from './metrics.ts'
import { turnAway } from './turn_away.ts'

type State = Call['state']

/** Makes the application, without listening: route → refusal in an overload → log → coding → browsers' rules → problems → key and limits → answer. */
export function createApp(services: Services & { metrics: Metrics }): Koa<State> {
  const app = new Koa<State>()
  app.silent = true // every failure is answered and logged by answerProblems
  const finder = new RouteFinder(allRoutes)
  app.use((call, next) => {
    call.state.arrived_ms = services.turns.arrival()
    call.state.found = finder.find(call.method, call.path)
    return next()
  })
  app.use(turnAway(services))
  app.use(logRequests(services))
  app.use(compress((work) => services.turns.job(work)))
  app.use(browserRules(services.config))
  app.use(answerProblems(services, finder))
  app.use(admit(services))
  app.use(answer(services, finder.methods))
  return app
}
