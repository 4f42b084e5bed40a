import {
  ConflictingKeys,
  IdempotencyKeyReused,
  KeyCreationLimited,
  KeyLimitReached,
  KeyNotFound,
  KeyRevoked,
  ReportNotFound,
  ReportsFull,
  SignInRefused,
  WrongKindOfKey,
} from '../access/errors.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import { problemPage } from '../console/problem_page.ts'
import { Instead, type Answer } from '../http/answer.ts'
import { MailError } from '../mail/mailer.ts'
import { Problem, type ProblemDocument, type ProblemKind } from '../http/problem.ts'
import type { RouteFinder } from './find_route.ts'
import { withoutKeys } from '../http/without_keys.ts'
import { isDescribed, type Call, type Route } from '../routes/route.ts'

/**
 * The answer to a failed request, for any cause, and to unknown paths and methods: a problem document, or a
 * page if a browser requests a page.
 */
export function failureAnswer(
  call: Call,
  error: unknown,
  { config, log }: Pick<Services, 'config' | 'log'>,
  finder: RouteFinder,
): Answer {
  if (error instanceof Instead) return error.answer
  const { requestId, found, visitor } = call.state
  const problem = problemOf(error)
  const cause = problem.kind === 'internal-error' ? error : problem.cause
  if (cause !== undefined) log.error({ request_id: requestId, err: cause }, 'request failed')
  const { status, headers } = problem
  call.state.detail = withoutKeys(problem.message)
  const body = withoutKeys(
    JSON.stringify(problem.document(call.path, requestId, config.publicUrl ?? '')),
  )
  const route = found?.route ?? finder.pageAbove(call.path)
  const shown = wantsPage(call, route)
    ? problemPage(JSON.parse(body) as ProblemDocument, route, visitor)
    : { content: { 'Content-Type': 'application/problem+json' }, body }
  return { ...shown, status, headers: { ...headers, ...shown.headers } }
}

/** The problem type that clients see for each error; clients may read the listed errors' messages. */
const kinds: [new (...args: never[]) => Error, ProblemKind][] = [
  [ConflictingKeys, 'bad-request'],
  [KeyLimitReached, 'conflict'],
  [KeyCreationLimited, 'too-many-requests'],
  [KeyNotFound, 'not-found'],
  [KeyRevoked, 'conflict'],
  [IdempotencyKeyReused, 'conflict'],
  [WrongKindOfKey, 'conflict'],
  [SignInRefused, 'forbidden'],
  [ReportsFull, 'too-many-requests'],
  [ReportNotFound, 'not-found'],
  [StoreUnavailable, 'unavailable'],
  [MailError, 'unavailable'],
]

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  const kind = kinds.find(([type]) => error instanceof type)?.[1]
  if (!kind)
    return new Problem('internal-error', 'something went wrong here; report the request_id')
  return new Problem(kind, (error as Error).message, { headers: retryAfter(kind, error) })
}

function retryAfter(kind: ProblemKind, error: unknown): Record<string, string> {
  if (error instanceof KeyCreationLimited) return { 'Retry-After': String(error.retry_after_s) }
  if (error instanceof ReportsFull) return { 'Retry-After': '86400' }
  return kind === 'unavailable' ? { 'Retry-After': '5' } : {}
}

/** Returns true if a browser requests a page: programs and scripts get problem documents. */
const wantsPage = ({ req: { headers } }: Call, route: Route | undefined) =>
  route !== undefined && !isDescribed(route) && (headers.accept ?? '').includes('text/html')
