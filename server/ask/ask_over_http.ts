import { Problem, type ProblemDocument, type ProblemKind } from '../http/problem.ts'
import { problemTypes } from '../http/problem_types.ts'
import type { DataRoute } from '../routes/data_route.ts'
import { queryText, requestOf, type Ask, type BodyOf } from './ask.ts'

/** Asks the data routes of a server by its URL, with a key. Throws a Problem if it does not answer, too. */
export const askingOverHttp =
  (url: string, key: string): Ask =>
  async <Route extends DataRoute>(route: Route, asked: object) => {
    const { path, query } = requestOf(route, asked)
    const response = await fetch(new URL(path + queryText(query), url), {
      headers: { 'X-API-Key': key, Accept: 'application/json' },
    }).catch((cause: unknown) => {
      throw new Problem('unavailable', `${url} does not answer: ${reasonOf(cause)}`)
    })
    const body: unknown = await response.json().catch(() => null)
    if (response.ok && body !== null) return body as BodyOf<Route>
    const {
      detail = `${url} answers ${response.status}`,
      errors,
      farm,
    } = (body ?? {}) as Partial<ProblemDocument>
    throw new Problem(kindOf(response.status), detail, { errors, farm })
  }

/** The type of failure that has a status. */
const kindOf = (status: number): ProblemKind =>
  (Object.keys(problemTypes) as ProblemKind[]).find(
    (kind) => problemTypes[kind].status === status,
  ) ?? 'unavailable'

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
