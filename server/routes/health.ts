import { z } from 'zod'
import { component, list, object, text } from '../http/answer_fields.ts'
import { unavailable } from '../http/problem.ts'
import { requireReady } from '../services.ts'
import { anybody } from './callers.ts'
import { snapshotId } from './lists/envelope.ts'
import { apiRoute, type Route } from './route.ts'

const status = <Word extends string>(word: Word) =>
  z.enum([word]).meta({ description: 'Constant', example: word })

const probe = { method: 'get', caller: anybody, counted: false } as const

const health = apiRoute({
  ...probe,
  path: '/healthz',
  operation: 'getHealth',
  tag: 'Service',
  summary: 'Check that the process is alive',
  details: 'This request does not count against a limit.',
  answers: {
    200: {
      description: 'Living process',
      schema: component('Health', 'State of the process', { status: status('ok') }),
    },
  },
  answer: () => ({ body: { status: 'ok' as const } }),
})

const works = (what: string) =>
  z.enum(['works', 'away']).meta({ description: what, example: 'works' })

const checks = {
  store: works(
    'Key store. While it is down, known keys continue to work for a set time; sign-in and key changes return 503',
  ),
  redis: works(
    'Redis, which holds the counts of several servers; null = not used. While it is down, each server counts alone',
  ).nullable(),
}

const readiness = apiRoute({
  ...probe,
  path: '/readyz',
  operation: 'getReadiness',
  tag: 'Service',
  summary: 'Check that the server can answer from a snapshot',
  details:
    'The server stays ready while it can answer requests with a known key, even if a service that it depends on is down. This request does not count against a limit.',
  answers: {
    200: {
      description: 'Ready server',
      schema: component('Readiness', 'State of the server', {
        status: status('ready'),
        snapshot: snapshotId,
        checks: object('Services that the server depends on', checks),
        published: snapshotId.nullable().meta({
          description: 'Live snapshot, or the snapshot that `SNAPSHOT` fixes; null = unknown',
        }),
        fixed: z.boolean().meta({
          description: 'Fixed flag: true if `SNAPSHOT` fixes the snapshot',
          example: false,
        }),
        problems: list(
          'Problems that do not keep the server from answering',
          text('Problem', 'snapshot 20261121T014922Z-02c8b340 is refused: …'),
        ),
      }),
    },
  },
  answer(_, services) {
    const { published, fixed = false, problems: ofSnapshots } = services.snapshots.state
    const { id: snapshot } = requireReady(services, ofSnapshots.join('; ') || undefined)
    const { isStarted = true, missing = [] } = services.workers ?? {}
    if (!isStarted) throw unavailable('not every worker has started yet')
    const replaced = missing.map(
      (worker) => `worker ${worker} does not answer and is being replaced`,
    )
    const problems = [...ofSnapshots, ...replaced]
    if (services.keys.isLost)
      throw unavailable('the store has been away for too long: no key is found')
    const { store, redis } = services.outages
    const checks = { store: stateOf(store), redis: redis === undefined ? null : stateOf(redis) }
    return { body: { status: 'ready' as const, snapshot, checks, published, fixed, problems } }
  },
})

const stateOf = ({ isAway }: { isAway: boolean }) =>
  isAway ? ('away' as const) : ('works' as const)

/** What monitors ask: is the process alive, can it answer. */
export const healthRoutes: Route[] = [health, readiness]
