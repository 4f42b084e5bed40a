import { locationResolution } from '../../data/geography/cells.ts'

/**
 * SQL for the ancestor of `h3_cell` at a coarser resolution, in hexadecimal. An H3 index has its
 * resolution in bits 52–55, and below them three bits for each digit, all set in those not used
 * (https://h3geo.org/docs/core-library/h3Indexing).
 */
export function ancestorCell(resolution: number): string {
  if (!(resolution >= 0 && resolution <= locationResolution))
    throw new RangeError(`resolution ${resolution} is outside 0…${locationResolution}`)
  const unusedDigits = `((1::ubigint << ${3 * (15 - resolution)}) - 1)`
  return `lower(to_hex(
    (('0x' || h3_cell)::ubigint & ~(15::ubigint << 52)) | (${resolution}::ubigint << 52) | ${unusedDigits}
  ))`
}
