import { ConflictingKeys } from '../errors.ts'

/**
 * Returns the key that a request carries in its `X-API-Key` header or its `key` parameter, or
 * undefined where it carries none; an empty one is none. Nothing is said of its being valid.
 *
 * Throws ConflictingKeys where two different keys are given.
 */
export function credentials(
  headers: { 'x-api-key'?: string | string[] | undefined },
  query: { key?: string | string[] | undefined },
): string | undefined {
  const given = [headers['x-api-key'] ?? [], query.key ?? []].flat().filter((key) => key !== '')
  const [first] = given
  if (given.some((key) => key !== first)) throw new ConflictingKeys()
  return first
}
