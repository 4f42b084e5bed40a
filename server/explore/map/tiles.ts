import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Compression } from 'pmtiles'
import { z } from 'zod'
import { BucketError } from '../../../data/bucket/bucket.ts'
import type { MapArchive } from '../../../data/geography/map_archive.ts'
import { readsGzip } from '../../http/coding.ts'
import { Problem, unavailable } from '../../http/problem.ts'
import { assetUrls } from '../../pages/assets.ts'
import { anybody } from '../../routes/callers.ts'
import { page, type Route } from '../../routes/route.ts'

const path = '/explore/tiles'

/** The address of the tiles and the script that draws them, for the map. */
export const streetsShown = ({ version, header }: MapArchive) => ({
  tiles: `${path}/{z}/{x}/{y}?${version}`,
  maxzoom: header.maxZoom,
  script: assetUrls.streets,
})

const number = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a number')
  .transform(Number)

/** Tiles of the map of streets. Like files of pages they count against no limit. */
export const tilesRoute: Route = {
  ...page({
    path: `${path}/:z/:x/:y`,
    caller: anybody,
    params: z.object({ z: number, x: number, y: number }),
    async answer({ http, params: { z, x, y } }, { streets }) {
      if (!streets || z > streets.header.maxZoom || Math.max(x, y) >= 2 ** z)
        throw new Problem('not-found', 'the map has no such tile')
      const tile = await streets.tile(z, x, y).catch((cause: Error) => {
        if (!(cause instanceof BucketError)) throw cause
        throw unavailable("the archive of the map can't be read; try again", 60, cause)
      })
      if (tile === null) throw unavailable('too many tiles are being read')
      const isCurrent = http.querystring === streets.version
      const age = isCurrent ? 'max-age=31536000, immutable' : 'max-age=3600'
      const headers = { 'Cache-Control': `public, ${age}`, Vary: 'Accept-Encoding' }
      if (tile.length === 0) return { status: 204, headers }
      return { headers, ...(await codedFor(http.req.headers['accept-encoding'], tile, streets)) }
    },
  }),
  counted: false,
}

/** The stored bytes of a tile; decompressed for clients that can't read gzip. */
async function codedFor(accepted: string | undefined, tile: Buffer, { header }: MapArchive) {
  const type = { 'Content-Type': 'application/vnd.mapbox-vector-tile' }
  if (header.tileCompression !== Compression.Gzip) return { content: type, body: tile }
  if (readsGzip(accepted)) return { content: { ...type, 'Content-Encoding': 'gzip' }, body: tile }
  return { content: type, body: await promisify(gunzip)(tile) }
}
