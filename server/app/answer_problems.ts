import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import { problemPage } from '../console/problem_page.ts'
import { Instead, type Answer } from '../http/answer.ts'
import { MailError } from '../mail/mailer.ts'
import { Problem, unavailable, type ProblemDocument } from '../http/problem.ts'
import type { RouteFinder } from './find_route.ts'
import { withoutKeys } from '../http/without_keys.ts'
import { isDescribed, type Call, type Route } from '../routes/route.ts'

/** The answer to a failed request: a problem document, or a page if a browser requests a page. */
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
    : { content: { 'Content-Type': 'application/problem+json' }, headers: notKept, body }
  return { ...shown, status, headers: { ...headers, ...shown.headers } }
}

/** Browsers keep a 410 without this forever, though the farm may be listed again. */
const notKept = { 'Cache-Control': 'no-store' }

/** The failure that clients see of an error; only the errors named here have messages for them. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof StoreUnavailable || error instanceof MailError)
    return unavailable(error.message)
  return new Problem('internal-error', 'something went wrong here; report the request_id')
}

/** Returns true if a browser requests a page: programs and scripts get problem documents. */
const wantsPage = ({ req: { headers } }: Call, route: Route | undefined) =>
  route !== undefined && !isDescribed(route) && (headers.accept ?? '').includes('text/html')
