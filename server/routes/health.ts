import type { RouterMiddleware } from '@koa/router'
import type { Services } from '../app.ts'
import { requireReady } from '../http/answer_data.ts'
import type { RequestState } from '../http/request_state.ts'

export type PlainRoute = { method: string; path: string; handle: RouterMiddleware<RequestState> }

/** What monitors ask: is the process alive, can it answer. */
export const healthRoutes = (services: Services): PlainRoute[] => [
  {
    method: 'get',
    path: '/healthz',
    handle: (context) => {
      context.body = { status: 'ok' }
    },
  },
  {
    method: 'get',
    path: '/readyz',
    handle: (context) => {
      context.body = { status: 'ready', snapshot: requireReady(services).id }
    },
  },
]
