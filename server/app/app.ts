import { randomUUID } from 'node:crypto'
import Koa from 'koa'
import { codingOf } from '../http/coding.ts'
import type { Answer } from '../http/answer.ts'
import type { Call } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { after, attempt, type Eventual } from '../eventual.ts'
import { admit, answerCounted } from './admit.ts'
import { allRoutes } from './all_routes.ts'
import { answerTo } from './answer.ts'
import { failureAnswer } from './answer_problems.ts'
import { browserRules } from './browser_rules.ts'
import { RouteFinder } from './find_route.ts'
import { noteRequest } from './monitoring/log_requests.ts'
import type { Metrics } from './monitoring/metrics.ts'
import { send } from './send.ts'

type Serving = Services & { metrics: Metrics }

/** Creates the application, without listening: one path for every request, which waits only if it must. */
export function createApp(services: Serving): Koa<Call['state']> {
  const app = new WritingKoa<Call['state']>()
  // failureAnswer answers and logs failures; this logs errors after an answer.
  app.on('error', (err: unknown) => services.log.error({ err }, 'after an answer'))
  const finder = new RouteFinder(allRoutes)
  app.use((call) => handle(call, services, finder))
  return app
}

/**
 * Koa for a handler that writes its answers itself, as `send` does. Koa's own handler watches each response
 * until its end, and then checks for something to write. Together with the work that
 * `optimizeEmptyRequests` skips, that costs a tenth to a fifth of a short answer's time.
 */
class WritingKoa<State> extends Koa<State> {
  handleRequest(call: Koa.Context, handle: (call: Koa.Context) => Promise<void>): Promise<void> {
    return handle(call).catch((error: Error) => call.onerror(error))
  }
}

/** Route → rules of browsers → key, turn and limits → answer, or failure → bytes → log. */
function handle(call: Call, services: Serving, finder: RouteFinder): Eventual<void> {
  const { state } = call
  state.arrived_ms = services.turns.arrival()
  state.found = finder.find(call.method, call.path)
  state.requestId = randomUUID()
  state.coding = codingOf(call.req.headers['accept-encoding'])
  state.head = firstFields(call, services)
  const failed = (error: unknown) => failureAnswer(call, error, services, finder)
  const admitted = attempt<() => Eventual<Answer>>(
    () =>
      after(admit(call, services), (how) => () => {
        const answer = () => answerTo(call, services, finder)
        return attempt(() => answerCounted(call, services, how, answer), failed)
      }),
    (error) => () => failed(error),
  )
  // An answer is made after the wait: a waiting request's promises live long, and would hold it.
  return after(admitted, (answer) => deliver(call, services, answer(), failed))
}

/** Sends an answer, or if it can't be written, the failure's answer. */
function deliver(
  call: Call,
  services: Serving,
  answer: Eventual<Answer>,
  failed: (error: unknown) => Answer,
): Eventual<void> {
  const sent = after(answer, (given) =>
    attempt(
      () => send(call, given, services),
      (error) => {
        call.state.head = firstFields(call, services) // without the fields that can't be written
        return send(call, failed(error), services)
      },
    ),
  )
  return after(sent, (status) => noteRequest(call, status, services))
}

const firstFields = (call: Call, { config }: Serving) => ({
  'X-Request-Id': call.state.requestId,
  ...browserRules(call, config),
})
