import { placeTypes, type Farm } from '../../data/schema/tables/farm.ts'

/**
 * Reads a place type, ignoring case, with blanks or hyphens for underscores; also in the plural if `plural`
 * is 's'. Missing = farm. Null if it is not a place type.
 */
export function placeTypeOf(
  text: string | null | undefined,
  plural = '',
): Farm['place_type'] | null {
  if (text == null) return 'farm'
  const key = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return placeTypes.find((type) => type === key || type + plural === key) ?? null
}

export const badPlaceType = (text: string) =>
  `place_type: unknown \`${text}\`, expected one of ${placeTypes.join(', ')}`
