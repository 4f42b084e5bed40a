import Koa from 'koa'
import type { Logger } from 'pino'
import type { KeyLookup } from './access/key_lookup.ts'
import type { Limits } from './access/limits.ts'
import type { Outcomes } from './access/outcomes.ts'
import type { Store } from './access/store.ts'
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'
import { admit } from './http/admit.ts'
import { browserRules } from './http/browser_rules.ts'
import { compress } from './http/compression.ts'
import { answerProblems } from './http/answer_problems.ts'
import { logRequests } from './http/log_requests.ts'
import { makeRouter, quickRoutes } from './http/router.ts'
import type { RequestState } from './http/request_state.ts'
import type { Mailer } from './mail/mailer.ts'
import type { LiveSnapshots } from './snapshot/live.ts'
import type { PublishedSnapshots } from './snapshot/published.ts'

/** What the server answers with. */
export type Services = {
  config: Config
  store: Store
  keys: KeyLookup
  limits: Limits
  outcomes: Outcomes
  mailer: Mailer
  snapshots: LiveSnapshots
  published: PublishedSnapshots
  log: Logger
  metrics: Metrics
  clock: () => Date
  /** The origin that people reach the server by; known once it listens. */
  publicUrl: () => string
  /** Whether new requests are turned away because the server is leaving. */
  draining: () => boolean
}

/** Makes the application, without listening: log → coding → browsers' rules → problems → key and limits → routes. */
export function createApp(services: Services): Koa<RequestState> {
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
