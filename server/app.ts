import Koa from 'koa'
import type { Logger } from 'pino'
import type { KeyLookup } from './access/key_lookup.ts'
import type { Limits } from './access/limits.ts'
import type { Store } from './access/store.ts'
import type { Config } from './config.ts'
import { admit } from './http/admit.ts'
import { answerProblems } from './http/answer_problems.ts'
import { logRequests } from './http/log_requests.ts'
import { makeRouter } from './http/router.ts'
import type { RequestState } from './http/request_state.ts'
import type { LiveSnapshots } from './snapshot/live.ts'

/** What the server answers with. */
export type Services = {
  config: Config
  store: Store
  keys: KeyLookup
  limits: Limits
  snapshots: LiveSnapshots
  log: Logger
  clock: () => Date
  /** Whether new requests are turned away because the server is leaving. */
  draining: () => boolean
}

/** Makes the application, without listening: log → problems → key and limits → routes. */
export function createApp(services: Services): Koa<RequestState> {
  const app = new Koa<RequestState>()
  app.silent = true // every failure is answered and logged by answerProblems
  app.use(logRequests(services))
  app.use(answerProblems(services))
  app.use(admit(services))
  const router = makeRouter(services)
  app.use(router.routes())
  app.use(router.allowedMethods())
  return app
}
