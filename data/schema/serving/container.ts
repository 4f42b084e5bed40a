import { z } from 'zod'

/**
 * The file format of `serving/`: columns of numbers and of bytes, one after the other.
 *
 * - 8 bytes: `magic`.
 * - 8 bytes: the start of the directory, an unsigned 64-bit integer.
 * - The columns, each starting at a multiple of 8, with zeros between them; some compressed (`packed`).
 * - The directory, JSON to the end of the file: every column in the order of the file.
 *
 * Numbers are little-endian, as in the memory of every platform that this program supports. A column may be
 * larger than 2 GiB.
 */
const magic = 'columns1'
export const headerBytes = 16

/** The array types for columns of numbers. */
export const arrays = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const
export type NumberType = keyof typeof arrays

export const directory = z.array(
  z.strictObject({
    name: z.string(),
    /** A key of `arrays`, or `json`. */
    type: z.string(),
    bytes: z.int().min(0),
    /** Its bytes in the file, if it is compressed: Zstandard (RFC 8878). */
    packed: z.int().min(0).optional(),
  }),
)
export type ColumnDirectory = z.infer<typeof directory>

/** The start of a column after data that ends at `position`. */
export const aligned = (position: number): number => Math.ceil(position / 8) * 8

/** The header of a file whose directory starts at `position`. */
export function header(position: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write(magic, 'latin1')
  bytes.writeBigUInt64LE(BigInt(position), magic.length)
  return bytes
}

/** The start of the directory, from a header; undefined if it is no header, or of another version. */
export const directoryPosition = (bytes: Buffer): number | undefined =>
  bytes.length === headerBytes && bytes.toString('latin1', 0, magic.length) === magic
    ? Number(bytes.readBigUInt64LE(magic.length))
    : undefined
