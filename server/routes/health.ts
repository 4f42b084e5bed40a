import { z } from 'zod'
import { component } from '../http/answer_fields.ts'
import { requireReady } from '../services.ts'
import { anybody } from './callers.ts'
import { snapshotId } from './lists/envelope.ts'
import { apiRoute, type Route } from './route.ts'

const status = <Word extends string>(word: Word) =>
  z.enum([word]).meta({ description: 'Always the same word', example: word })

const probe = { method: 'get', caller: anybody, counted: false } as const

const health = apiRoute({
  ...probe,
  path: '/healthz',
  operation: 'getHealth',
  tag: 'Service',
  summary: 'Whether the process is alive; not counted against a limit',
  answers: {
    200: {
      description: 'The process is alive',
      schema: component('Health', 'That the process is alive', { status: status('ok') }),
    },
  },
  answer: () => ({ body: { status: 'ok' as const } }),
})

const readiness = apiRoute({
  ...probe,
  path: '/readyz',
  operation: 'getReadiness',
  tag: 'Service',
  summary: 'Whether the server can answer from a snapshot; not counted against a limit',
  answers: {
    200: {
      description: 'The server can answer',
      schema: component('Readiness', 'What the server answers from', {
        status: status('ready'),
        snapshot: snapshotId,
      }),
    },
  },
  answer: (_, services) => ({
    body: { status: 'ready' as const, snapshot: requireReady(services).id },
  }),
})

/** What monitors ask: is the process alive, can it answer. */
export const healthRoutes: Route[] = [health, readiness]
