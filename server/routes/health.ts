import type { RouterMiddleware } from '@koa/router'
import type { Services } from '../app.ts'
import { unavailable } from '../http/answer_data.ts'
import type { RequestState } from '../http/request_state.ts'

export type PlainRoute = { method: string; path: string; handle: RouterMiddleware<RequestState> }

/** What monitors ask: is the process alive, can it answer. */
export const healthRoutes = ({ snapshots, draining }: Services): PlainRoute[] => [
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
      if (draining()) throw unavailable('the server is leaving')
      if (!snapshots.live) throw unavailable('no valid snapshot is published yet')
      context.body = { status: 'ready', snapshot: snapshots.live.id }
    },
  },
]
