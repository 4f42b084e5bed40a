import { z } from 'zod'

/**
 * The file format that `serving/` is written in: columns of numbers and of bytes, one after the other.
 *
 * - 8 bytes: `magic`
 * - 8 bytes: where the directory begins, an unsigned 64-bit integer
 * - the columns, each from a multiple of 8 on, with zeros between them
 * - the directory, JSON to the end of the file: every column in the order of the file
 *
 * Numbers are little-endian, as every platform that Node.js runs on here holds them in memory. A
 * column may be larger than 2 GiB.
 */
const magic = 'columns1'
export const headerBytes = 16

/** The arrays that hold columns of numbers. */
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
    /** Of `arrays`, or `json`. */
    type: z.string(),
    bytes: z.int().min(0),
  }),
)
export type Directory = z.infer<typeof directory>

/** Where a column begins that comes after what ends at `position`. */
export const aligned = (position: number): number => Math.ceil(position / 8) * 8

/** The header of a file whose directory begins at `position`. */
export function header(position: number): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.write(magic, 'latin1')
  bytes.writeBigUInt64LE(BigInt(position), magic.length)
  return bytes
}

/** Where the directory begins by a header; undefined where it is none, or one of another version. */
export const directoryPosition = (bytes: Buffer): number | undefined =>
  bytes.length === headerBytes && bytes.toString('latin1', 0, magic.length) === magic
    ? Number(bytes.readBigUInt64LE(magic.length))
    : undefined
