import type { Middleware } from 'koa'
import {
  ConflictingKeys,
  KeyCreationLimited,
  KeyLimitReached,
  KeyNotFound,
  KeyRevoked,
  SignInRefused,
} from '../access/errors.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import { showProblem, wantsPage } from '../console/problem_page.ts'
import { MailError } from '../mail/mailer.ts'
import { Problem, type ProblemDocument, type ProblemKind } from '../http/problem.ts'
import { withoutKeys } from '../http/without_keys.ts'
import type { RequestState } from '../routes/request_state.ts'

/**
 * Answers every failure, and every path and method that no route has, with a problem document; to a
 * browser that asks for a page of ours, as a page.
 */
export const answerProblems =
  ({ log }: Services): Middleware<RequestState> =>
  async (context, next) => {
    try {
      await next()
      if (context.status === 404 && context.body == null)
        throw new Problem('not-found', `there is nothing at ${context.path}`)
      if (context.status === 405 || context.status === 501)
        throw methodNotAllowed(context.method, context.response.get('Allow'))
    } catch (error) {
      const { requestId } = context.state
      const problem = problemOf(error)
      if (problem.kind === 'internal-error')
        log.error({ request_id: requestId, err: error }, 'request failed')
      context.status = problem.status
      context.set(problem.headers)
      const document = withoutKeys(JSON.stringify(problem.document(context.path, requestId)))
      if (wantsPage(context)) return showProblem(context, JSON.parse(document) as ProblemDocument)
      context.type = 'application/problem+json'
      context.body = document
    }
  }

/** Which kind of problem an error of ours is to the caller; what stands here may be read by callers. */
const kinds: [new (...args: never[]) => Error, ProblemKind][] = [
  [ConflictingKeys, 'bad-request'],
  [KeyLimitReached, 'conflict'],
  [KeyCreationLimited, 'too-many-requests'],
  [KeyNotFound, 'not-found'],
  [KeyRevoked, 'conflict'],
  [SignInRefused, 'forbidden'],
  [StoreUnavailable, 'unavailable'],
  [MailError, 'unavailable'],
]

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const kind = kinds.find(([type]) => error instanceof type)?.[1]
  if (!kind)
    return new Problem('internal-error', 'something went wrong here; tell us the request_id')
  return new Problem(kind, (error as Error).message, { headers: retryAfter(kind, error) })
}

function retryAfter(kind: ProblemKind, error: unknown): Record<string, string> {
  if (error instanceof KeyCreationLimited) return { 'Retry-After': String(error.retry_after_s) }
  return kind === 'unavailable' ? { 'Retry-After': '5' } : {}
}

const methodNotAllowed = (method: string, allow: string) =>
  new Problem('method-not-allowed', `${method} is not possible here; possible are ${allow}`)
