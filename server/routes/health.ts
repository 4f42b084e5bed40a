import { z } from 'zod'
import { component, list, object, text } from '../http/answer_fields.ts'
import { requireReady, unavailable, type Services } from '../services.ts'
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

const works = (what: string) =>
  z.enum(['works', 'away']).meta({ description: what, example: 'works' })

const checks = {
  store: works(
    'The store of the keys. While it is away, known keys go on for a set time; ' +
      'sign-in, and changes of keys, are a 503',
  ),
  redis: works(
    'Redis, by which servers count together; null = not used. While it is away, each counts alone',
  ).nullable(),
}

const readiness = apiRoute({
  ...probe,
  path: '/readyz',
  operation: 'getReadiness',
  tag: 'Service',
  summary: 'Whether the server can answer from a snapshot; not counted against a limit',
  details:
    'With a service away that it depends on, it stays ready as long as it answers requests with a known key.',
  answers: {
    200: {
      description: 'The server can answer',
      schema: component('Readiness', 'What the server answers from', {
        status: status('ready'),
        snapshot: snapshotId,
        checks: object('What it depends on', checks),
        published: snapshotId.nullable().meta({
          description:
            'The snapshot that is published as the live one, or that is fixed; null = unknown',
        }),
        fixed: z.boolean().meta({
          description: 'Whether `snapshot` is served whatever is published, as SNAPSHOT says',
          example: false,
        }),
        problems: list(
          'What is wrong, though the server can answer',
          text('A problem', 'snapshot 20261121T014922Z-02c8b340 is refused: …'),
        ),
      }),
    },
  },
  answer(_, services) {
    const { published, fixed = false, problems } = services.snapshots.state
    const { id: snapshot } = requireReady(services, problems.join('; ') || undefined)
    if (services.keys.isLost)
      throw unavailable('the store has been away for too long: no key is found')
    const checks = checksOf(services)
    return { body: { status: 'ready' as const, snapshot, checks, published, fixed, problems } }
  },
})

const checksOf = ({ outages: { store, redis } }: Services) => ({
  store: stateOf(store),
  redis: redis === undefined ? null : stateOf(redis),
})

const stateOf = ({ isAway }: { isAway: boolean }) =>
  isAway ? ('away' as const) : ('works' as const)

/** What monitors ask: is the process alive, can it answer. */
export const healthRoutes: Route[] = [health, readiness]

const paths = new Set<string | undefined>(healthRoutes.map(({ path }) => path))

/** Whether a request asks for one of them; it is answered before others. */
export const isProbe = (target: string | undefined): boolean => paths.has(target)
