import type { ProblemDocument } from '../http/problem.ts'
import { queryText, Refused, type Ask } from './ask.ts'

/** Asks the data routes of a server by its URL, with a key. Throws Refused where it does not answer, too. */
export const askingOverHttp =
  (url: string, key: string): Ask =>
  async <Body>(path: string, query = {}) => {
    const response = await fetch(new URL(`${path}${queryText(query)}`, url), {
      headers: { 'X-API-Key': key, Accept: 'application/json' },
    }).catch((cause: unknown) => {
      throw new Refused(503, `${url} does not answer: ${reasonOf(cause)}`)
    })
    const body: unknown = await response.json().catch(() => null)
    if (response.ok && body !== null) return body as Body
    const { detail, errors } = (body ?? {}) as Partial<ProblemDocument>
    throw new Refused(response.status, detail ?? `${url} answers ${response.status}`, errors)
  }

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
