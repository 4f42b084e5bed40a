import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { asset, ownAsset, routesOf, urlsOf } from '../console/parts/asset.ts'
import { baseMap, baseVersion, countyBorders } from './map/base_map.ts'

const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const json = 'application/json; charset=utf-8'

const ownFile = (name: string, type: string) =>
  ownAsset(
    `/explore/assets/${name}`,
    type,
    readFileSync(new URL(`./assets/${name}`, import.meta.url)),
  )

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
export const assetUrls = urlsOf(assets)

export const assetPages = routesOf(assets)
