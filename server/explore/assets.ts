import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { ReadyBody } from '../http/ready_body.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Route } from '../routes/route.ts'
import { baseMap, baseVersion, countyBorders } from './map/base_map.ts'

const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const json = 'application/json; charset=utf-8'

type Asset = { url: string; route: Route }

/**
 * A file of the pages, read when it is first asked for. Browsers keep it for ever under `version`, which
 * differs for another content; it counts against no limit.
 */
function asset(path: string, type: string, version: string, read: () => Buffer): Asset {
  const body = new ReadyBody(type, read)
  const route = page({
    path,
    caller: anybody,
    async answer({ http, coding }) {
      const answer = await body.in(coding)
      if (http.querystring !== version) return answer
      const kept = { 'Cache-Control': 'public, max-age=31536000, immutable' }
      return { ...answer, headers: { ...answer.headers, ...kept } }
    },
  })
  return { url: `${path}?${version}`, route: { ...route, counted: false } }
}

function ownFile(name: string, type: string): Asset {
  const content = readFileSync(new URL(`./assets/${name}`, import.meta.url))
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return asset(`/explore/assets/${name}`, type, digest, () => content)
}

const { version } = createRequire(import.meta.url)('maplibre-gl/package.json') as {
  version: string
}

/** A file of maplibre-gl, which draws the map; its worker is a file of ours too. */
const ofMaplibre = (address: string) =>
  asset(`/explore/assets/${basename(address)}`, script, version, () =>
    readFileSync(new URL(address)),
  )

const assets = {
  style: ownFile('explore.css', css),
  farmStyle: ownFile('farm.css', css),
  mapStyle: ownFile('map.css', css),
  script: ownFile('explore.js', script),
  completion: ownFile('completion.js', script),
  map: ownFile('map.js', script),
  drawing: ownFile('drawing.js', script),
  maplibre: ofMaplibre(import.meta.resolve('maplibre-gl/dist/maplibre-gl.mjs')),
  worker: ofMaplibre(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs')),
  base: asset('/explore/assets/base-map', json, baseVersion, () => Buffer.from(baseMap())),
  counties: asset('/explore/assets/county-borders', json, baseVersion, () =>
    Buffer.from(countyBorders()),
  ),
}

/** The addresses of the files of the pages, each with what tells its content from another. */
export const assetUrls = Object.fromEntries(
  Object.entries(assets).map(([name, { url }]) => [name, url]),
) as Record<keyof typeof assets, string>

export const assetPages: Route[] = Object.values(assets).map(({ route }) => route)
