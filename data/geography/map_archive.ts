import { hash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LRUCache } from 'lru-cache'
import {
  Compression,
  PMTiles,
  ResolvedValueCache,
  TileType,
  type Header,
  type Source,
} from 'pmtiles'
import { BucketError, type ReadableBucket } from '../bucket/bucket.ts'
import { isBucketUrl, openToRead } from '../bucket/open_bucket.ts'

/** An archive is no map that pages can draw; the message names the remedy. */
export class MapArchiveError extends Error {
  override name = 'MapArchiveError'
}

/** Longest part of an archive that is read at once, memory for tiles, and limits of reading. */
const [most_bytes, kept_bytes] = [8_000_000, 32_000_000]
const [mostReads, timeout_ms] = [16, 10_000]

/** The layers of Protomaps' layout that the map needs: https://docs.protomaps.com/basemaps/layers. */
const layers = ['earth', 'roads', 'water']

/** The stored bytes of a tile; none if the archive has no such tile. */
type Tile = Buffer

/**
 * A map of streets in tiles: a PMTiles archive in Protomaps' layout, read by ranges from a file or a bucket. It
 * must not change while it is open.
 */
export class MapArchive {
  /** Differs between archives with other contents. */
  readonly version: string
  readonly header: Header
  readonly #archive: PMTiles
  readonly #tiles = new LRUCache<string, Tile, [number, number, number]>({
    maxSize: kept_bytes,
    sizeCalculation: ({ length }) => length + 100,
    fetchMethod: (_key, _old, { context: [z, x, y] }) => this.#read(z, x, y),
  })
  #reads = 0

  private constructor(archive: PMTiles, header: Header, version: string) {
    this.#archive = archive
    this.header = header
    this.version = version
  }

  /** Opens a file, or an address in a bucket. Throws a BucketError or a MapArchiveError. */
  static async open(place: string): Promise<MapArchive> {
    const url = isBucketUrl(place) ? place : pathToFileURL(resolve(place)).href
    const bucket = await openToRead(new URL('.', url).href)
    const key = decodeURIComponent(basename(new URL(url).pathname))
    const source = sourceIn(bucket, key)
    const directories = new ResolvedValueCache()
    try {
      const archive = new PMTiles(source, directories)
      const header = await archive.getHeader()
      checkLayout(header, (await archive.getMetadata()) as Metadata)
      const { data } = await source.getBytes(0, Math.min(most_bytes, header.tileDataOffset))
      const version = hash('sha256', Buffer.from(data)).slice(0, 16)
      const unread = async (tile: ArrayBuffer) => tile
      return new MapArchive(new PMTiles(wholeParts(source), directories, unread), header, version)
    } catch (error) {
      if (error instanceof BucketError) throw error
      const reason = error instanceof MapArchiveError ? error.message : 'it is no PMTiles archive'
      throw new MapArchiveError(`${bucket.address}/${key}: ${reason}`, { cause: error })
    }
  }

  /** Returns a tile; null if too many are being read. Throws a BucketError. */
  async tile(z: number, x: number, y: number): Promise<Tile | null> {
    const key = `${z}/${x}/${y}`
    if (this.#reads >= mostReads && !this.#tiles.has(key)) return null
    return (await this.#tiles.fetch(key, { context: [z, x, y] })) ?? null
  }

  async #read(z: number, x: number, y: number): Promise<Tile> {
    this.#reads++
    try {
      const found = await this.#archive.getZxy(z, x, y)
      return Buffer.from(found?.data ?? new ArrayBuffer(0))
    } finally {
      this.#reads--
    }
  }
}

type Metadata = { vector_layers?: { id: string }[] }

function checkLayout(
  { tileType, tileCompression }: Header,
  { vector_layers = [] }: Metadata,
): void {
  if (tileType !== TileType.Mvt) throw new MapArchiveError('its tiles are no vector tiles (MVT)')
  if (![Compression.None, Compression.Gzip].includes(tileCompression))
    throw new MapArchiveError('its tiles are compressed otherwise than by gzip')
  const missing = layers.filter((name) => !vector_layers.some(({ id }) => id === name))
  if (missing.length > 0)
    throw new MapArchiveError(
      `it has no layer ${missing.join(', ')}; use an archive in Protomaps' layout`,
    )
}

/** The same, but a part that the object ends in throws a BucketError: a cut tile is no empty one. */
const wholeParts = (source: Source): Source => ({
  getKey: () => source.getKey(),
  async getBytes(from, length) {
    const part = await source.getBytes(from, length)
    if (part.data.byteLength === length) return part
    throw new BucketError(`${source.getKey()}: the archive ends before byte ${from + length}`)
  },
})

/** Reads ranges of an object. */
const sourceIn = (bucket: ReadableBucket, key: string): Source => ({
  getKey: () => key,
  async getBytes(from, length) {
    const name = `${bucket.address}/${key}`
    if (length > most_bytes) throw new BucketError(`${name}: a part of ${length} bytes is too long`)
    const part = await bucket.stream(key, from, AbortSignal.timeout(timeout_ms), length)
    if (part.from !== from) throw new BucketError(`${name}: the host sends no ranges`)
    const bytes = new Uint8Array(length)
    let have = 0
    for await (const chunk of part.chunks) {
      bytes.set(chunk.subarray(0, length - have), have)
      have = Math.min(length, have + chunk.length)
      if (have === length) break
    }
    return { data: bytes.buffer.slice(0, have) }
  },
})
