import { z } from 'zod'
import { requireReady } from './requirements.ts'
import { snapshotId } from './lists/envelope.ts'
import type { PlainRoute } from './plain_route.ts'

const status = (...words: [string, ...string[]]) =>
  z.enum(words).meta({ description: 'Always the same word', example: words[0] })

/** What monitors ask: is the process alive, can it answer. */
export const healthRoutes: PlainRoute[] = [
  {
    method: 'get',
    path: '/healthz',
    describe: {
      operation: 'getHealth',
      summary: 'Whether the process is alive; not counted against a limit',
      caller: 'anybody',
      answers: {
        200: {
          description: 'It is',
          schema: z.strictObject({ status: status('ok') }).meta({ id: 'Health' }),
        },
      },
      problems: [],
    },
    handle: (context) => {
      context.body = { status: 'ok' }
    },
  },
  {
    method: 'get',
    path: '/readyz',
    describe: {
      operation: 'getReadiness',
      summary: 'Whether the server can answer from a snapshot; not counted against a limit',
      caller: 'anybody',
      answers: {
        200: {
          description: 'It can',
          schema: z
            .strictObject({ status: status('ready'), snapshot: snapshotId })
            .meta({ id: 'Readiness' }),
        },
      },
      problems: [],
    },
    handle: (context, services) => {
      context.body = { status: 'ready', snapshot: requireReady(services).id }
    },
  },
]
