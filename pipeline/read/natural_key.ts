/**
 * Makes the id of a listing whose source has none: its name and place, so that it stays the same in every
 * edition with the same ones. Ignores case, accents and punctuation; leaves out unknown parts.
 */
export function naturalKey(...parts: (string | null)[]): string {
  return parts
    .map((part) =>
      (part ?? '')
        .normalize('NFKD')
        .replaceAll(/['’‘`´]|\p{M}/gu, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .replaceAll(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('/')
}
