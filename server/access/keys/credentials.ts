import { ConflictingKeys } from '../errors.ts'

/**
 * Returns the key that a request carries, of all those `given` in its header fields and parameters, or
 * undefined where it carries none; an empty one is none. Nothing is said of its being valid.
 *
 * Throws ConflictingKeys where two different keys are given.
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
