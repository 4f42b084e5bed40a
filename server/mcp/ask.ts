import type { ParameterError } from '../http/problem.ts'

/** The parameters of a request for data; undefined ones are not sent. */
export type Query = Record<string, string | number | undefined>

/**
 * Asks a data route of the service, by its path without parameters, and returns its JSON body. Throws
 * Refused where the answer is a failure.
 */
export type Ask = <Body>(path: string, query?: Query) => Promise<Body>

/** A request for data failed; the caller may read why. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly errors: readonly ParameterError[]

  constructor(status: number, detail: string, errors: readonly ParameterError[] = []) {
    super(detail)
    this.status = status
    this.errors = errors
  }
}

/** `?near=Danville%2C+VT&radius=25`, or an empty text. */
export function queryText(query: Query): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? '' : `?${given.toString()}`
}
