import { placeTypes, type Farm } from '../../data/schema/tables/farm.ts'

/**
 * Reads a place type whatever its case, with blanks or hyphens for underscores, also in the plural
 * where `plural` is 's'; missing = farm. Null where it is none.
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
