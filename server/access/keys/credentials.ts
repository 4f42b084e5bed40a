import { Problem } from '../../http/problem.ts'

/**
 * Returns the key that a request carries, from all header fields and parameters `given`, or undefined if
 * there is none; empty texts are skipped. The key is not checked.
 *
 * Throws a 400 Problem if two different keys are given, so that the owner is unclear.
 */
export function credentials(given: readonly (string | undefined)[]): string | undefined {
  let found: string | undefined
  for (const key of given) {
    if (!key || key === found) continue
    if (found !== undefined)
      throw new Problem('bad-request', 'the request gives different keys; send one of them')
    found = key
  }
  return found
}
