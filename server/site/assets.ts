import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { assetContent, fonts, pageStyle } from '../pages/assets.ts'
import { baseMap, countyBorders, towns } from '../pages/base_map.ts'
import { readPlaces, readZipCodes } from '../../data/geography/gazetteer/gazetteer.ts'
import { placeKey } from '../../data/geography/place_key.ts'

/** Files of a folder, by their paths in it. */
export type Files = Map<string, Buffer>

const read = (path: string) => readFileSync(new URL(path, import.meta.url))

const ofPackage = (address: string) => readFileSync(new URL(address))

/** A module of this program as JavaScript for browsers. */
const javaScript = (path: string) => Buffer.from(stripTypeScriptTypes(read(path).toString()))

/** Styles, scripts and data of the pages, in one folder: they link each other by relative paths. */
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
    // Not .mjs: many hosts of files don't know that it is JavaScript, and browsers then refuse it.
    ['maplibre-gl.js', ofPackage(import.meta.resolve('maplibre-gl/dist/maplibre-gl.mjs'))],
    [
      'maplibre-gl-worker.js',
      ofPackage(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs')),
    ],
    ['fzstd.js', ofPackage(import.meta.resolve('fzstd'))],
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

/**
 * The places that the map page finds. A search reads only one of the lists:
 * - ZIP codes by their first three digits (`058.json`: `{zip: [lat, lng]}`);
 * - towns and counties by state and first letter (`VT-d.json`: `{key: [name, lat, lng]}`), the largest of
 * each key.
 */
export function placeFiles(): Files {
  const lists = new Map<string, Record<string, unknown>>()
  const add = (list: string, key: string, value: unknown) => {
    if (!lists.has(list)) lists.set(list, {})
    lists.get(list)![key] ??= value
  }
  for (const { zip, lat, lng } of readZipCodes()) add(zip.slice(0, 3), zip, [lat, lng])
  for (const { name, lat, lng } of readPlaces().toSorted((a, b) => b.size - a.size)) {
    const [, town, state] = /^(.*), ([A-Z]{2})$/.exec(name)!
    const key = placeKey(town!)
    add(`${state}-${key[0]}`, key, [name, lat, lng])
  }
  return new Map(
    [...lists].map(([name, list]) => [`${name}.json`, Buffer.from(JSON.stringify(list))]),
  )
}
