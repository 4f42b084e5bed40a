/** H3 resolution of a farm's published cell: hexagons of about 0.1 km². */
export const locationResolution = 9

/** H3 resolution that farms are ordered by: the finest. */
export const orderResolution = 15

/**
 * The ancestor of a cell of resolution 15 at another resolution. An H3 index has its resolution in
 * bits 52 to 55, and below them three bits for each digit; all bits of unused digits are set
 * (https://h3geo.org/docs/core-library/h3Indexing).
 */
export function ancestorOf(cell: bigint, resolution: number): bigint {
  const unusedDigits = (1n << BigInt(3 * (orderResolution - resolution))) - 1n
  return (cell & ~(0xfn << 52n)) | (BigInt(resolution) << 52n) | unusedDigits
}
