import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'

/** Protocol buffers by hand: a number, or bytes with their length. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
const field = (number: number, value: number | number[]): number[] =>
  typeof value === 'number'
    ? [...varint(8 * number), ...varint(value)]
    : [...varint(8 * number + 2), ...varint(value.length), ...value]
const text = (value: string): number[] => [...Buffer.from(value)]

const extent = 4096
const [line, polygon] = [2, 3]
/** Steps of the vector tiles' pen; differences are in zigzag coding. */
const edges = [9, 0, 0, 26, 2 * extent, 0, 0, 2 * extent, 2 * extent - 1, 0, 15]
const acrossTheMiddle = [9, 0, extent, 10, 2 * extent, 0]

/** A layer of a vector tile with one feature. */
const layerOf = (name: string, kind: string, type: number, geometry: number[]): number[] =>
  field(3, [
    ...field(15, 2),
    ...field(1, text(name)),
    ...field(2, [...field(2, [0, 0]), ...field(3, type), ...field(4, geometry.flatMap(varint))]),
    ...field(3, text('kind')),
    ...field(4, field(1, text(kind))),
    ...field(5, extent),
  ])

/** A tile of Protomaps' layout: a park everywhere, and a highway from west to east. */
export const parkTile: Buffer = gzipSync(
  Buffer.from([
    ...layerOf('earth', 'earth', polygon, edges),
    ...layerOf('landuse', 'park', polygon, edges),
    ...layerOf('roads', 'highway', line, acrossTheMiddle),
  ]),
)

/** The deepest zoom of the archive, and its number of tiles. */
export const deepest = 5
const tiles = (4 ** (deepest + 1) - 1) / 3

export type Drawn = {
  /** 1 = vector tiles, 2 = pictures. */
  tileType?: number
  layers?: string[]
  /** Number of tiles from zoom 0 on. */
  tiles?: number
}

/** Writes a PMTiles archive (version 3) in which every tile is `parkTile`. */
export async function writeArchive(
  path: string,
  { tileType = 1, layers = ['earth', 'water', 'landuse', 'roads'], tiles: run = tiles }: Drawn = {},
): Promise<void> {
  const directory = gzipSync(Buffer.from([1, 0, run, parkTile.length, 1].flatMap(varint)))
  const about = { vector_layers: layers.map((id) => ({ id, fields: {} })) }
  const metadata = gzipSync(JSON.stringify(about))
  const head = Buffer.alloc(127)
  head.write('PMTiles')
  head[7] = 3
  const parts = [head, directory, metadata, Buffer.alloc(0), parkTile]
  let at = head.length
  for (const [number, { length }] of parts.slice(1).entries()) {
    head.writeBigUInt64LE(BigInt(at), 8 + 16 * number)
    head.writeBigUInt64LE(BigInt(length), 16 + 16 * number)
    at += length
  }
  // Ordered; directories and tiles by gzip; the type of the tiles; zooms.
  head.set([1, 2, 2, tileType, 0, deepest], 96)
  await writeFile(path, Buffer.concat(parts))
}
