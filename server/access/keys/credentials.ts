import { ConflictingKeys } from '../errors.ts'

/**
 * Returns the key that a request carries, from all header fields and parameters `given`, or undefined if
 * there is none; empty texts are skipped. The key is not checked.
 *
 * Throws ConflictingKeys if two different keys are given.
 */
export function credentials(given: readonly (string | undefined)[]): string | undefined {
  let found: string | undefined
  for (const key of given) {
    if (!key || key === found) continue
    if (found !== undefined) throw new ConflictingKeys()
    found = key
  }
  return found
}
