/**
 * Makes the id of a listing whose source gives none: its name and place, so that it stays the same
 * in every edition that writes these alike. Case, accents and punctuation don't count; parts that
 * are unknown are left out.
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
