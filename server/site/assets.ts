import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { assetContent, fonts, pageStyle } from '../pages/assets.ts'
import { baseMap, countyBorders, towns } from '../pages/base_map.ts'

/** Files of a folder, by their paths in it. */
export type Files = Map<string, Buffer>

const read = (path: string) => readFileSync(new URL(path, import.meta.url))

/** A module of a package, by its address. */
const ofPackage = (address: string) => readFileSync(new URL(address))

/** A module of this program as JavaScript for browsers. */
const javaScript = (path: string) => Buffer.from(stripTypeScriptTypes(read(path).toString()))

/**
 * The styles, scripts and data of the pages. All are in one folder, and link each other by relative paths.
 */
export const assetFiles = (): Files =>
  new Map([
    ['style.css', styles()],
    ['icon.svg', assetContent('icon.svg')],
    ['sprite.svg', assetContent('sprite.svg')],
    ...Object.entries(fonts).map(([name, file]): [string, Buffer] => [name, ofPackage(file)]),
    ['copy.js', assetContent('console.js')],
    ...['site.js', 'map_page.js', 'near.js', 'places.js'].map(own),
    ['map.js', assetContent('map.js')],
    ['drawing.js', assetContent('drawing.js')],
    ['distance.js', javaScript('../../data/geography/distance.ts')],
    ['place_key.js', javaScript('../../data/geography/place_key.ts')],
    ['base_map.json', Buffer.from(baseMap())],
    ['county_borders.json', Buffer.from(countyBorders())],
    ['towns.json', Buffer.from(towns())],
    ['maplibre-gl.mjs', ofPackage(import.meta.resolve('maplibre-gl/dist/maplibre-gl.mjs'))],
    [
      'maplibre-gl-worker.mjs',
      ofPackage(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs')),
    ],
    ['fzstd.mjs', ofPackage(import.meta.resolve('fzstd'))],
    ...readers(),
  ])

const own = (name: string): [string, Buffer] => [name, read(`assets/${name}`)]

const styles = () =>
  Buffer.concat([pageStyle(), assetContent('explore.css', 'map.css'), read('assets/site.css')])

/** The modules of hyparquet, unchanged. */
function readers(): [string, Buffer][] {
  const folder = new URL('.', import.meta.resolve('hyparquet'))
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'node.js')
  return names.map((name) => [`hyparquet/${name}`, readFileSync(new URL(name, folder))])
}
