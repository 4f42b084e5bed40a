import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { Thread } from '../../data/calls.ts'
import { tokens } from '../../data/design/tokens.ts'
import { ReadyBody } from '../http/ready_body.ts'
import { anybody } from '../routes/callers.ts'
import { page, type Route } from '../routes/route.ts'
import { baseVersion } from './base_map.ts'

/** A file that pages load. `version` names its content; `read` is called on the first request. */
type Asset = { path: string; type: string; version: string; read: () => Buffer | Promise<Buffer> }

const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const json = 'application/json; charset=utf-8'

/** The style sheets of every page, after the values of the design. */
const sheets = ['fonts.css', 'base.css', 'parts.css', 'code.css', 'figures.css', 'reference.css']

/** The content of some files of this program, concatenated. */
export const assetContent = (...names: string[]): Buffer =>
  Buffer.concat(names.map((name) => readFileSync(new URL(`assets/${name}`, import.meta.url))))

/** The style of every page, as one sheet. */
export const pageStyle = (): Buffer => Buffer.concat([Buffer.from(tokens), assetContent(...sheets)])

const own = (path: string, type: string): Asset =>
  ofContent(path, type, assetContent(basename(path)))

const ofContent = (path: string, type: string, content: Buffer): Asset => ({
  path,
  type,
  version: hash('sha256', content).slice(0, 16),
  read: () => content,
})

/** The fonts of the design, by the names in `fonts.css`: Latin letters only. */
export const fonts = {
  'inter.woff2': import.meta
    .resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  'source-serif.woff2': import.meta
    .resolve('@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2'),
}

const font = (name: keyof typeof fonts): Asset =>
  ofContent(`/console/assets/${name}`, 'font/woff2', readFileSync(new URL(fonts[name])))

const [inter, serif] = [font('inter.woff2'), font('source-serif.woff2')]

/** The style sheet of every page, which names the fonts by their versions. */
function style(): Asset {
  const text = [inter, serif].reduce(
    (css, { path, version }) => css.replace(basename(path), `${basename(path)}?${version}`),
    pageStyle().toString(),
  )
  return ofContent('/console/assets/console.css', css, Buffer.from(text))
}

const maplibre = createRequire(import.meta.url)('maplibre-gl/package.json') as { version: string }

/** A file of maplibre-gl, which draws the map. */
const ofMaplibre = (address: string): Asset => ({
  path: `/explore/assets/${basename(address)}`,
  type: script,
  version: maplibre.version,
  read: () => readFileSync(new URL(address)),
})

/** A part of the base map, made in a thread because that takes tenths of a second. */
const ofMap = (path: string, task: 'baseMap' | 'countyBorders' | 'towns'): Asset => ({
  path,
  type: json,
  version: baseVersion,
  async read() {
    type Tasks = Record<typeof task, () => string>
    const thread = new Thread<Tasks>(new URL('base_map_thread.ts', import.meta.url))
    try {
      return Buffer.from(await thread.ask(task))
    } finally {
      void thread.worker.terminate()
    }
  },
})

/** Every file that pages load. */
const assets = {
  style: style(),
  script: own('/console/assets/console.js', script),
  reference: own('/console/assets/reference.js', script),
  icon: own('/console/assets/icon.svg', 'image/svg+xml'),
  sprite: own('/console/assets/sprite.svg', 'image/svg+xml'),
  inter,
  serif,
  preview: own('/console/assets/preview.png', 'image/png'),
  exploreStyle: ofContent(
    '/explore/assets/explore.css',
    css,
    assetContent('explore.css', 'map.css'),
  ),
  farmStyle: own('/explore/assets/farm.css', css),
  exploreScript: own('/explore/assets/explore.js', script),
  completion: own('/explore/assets/completion.js', script),
  map: own('/explore/assets/map.js', script),
  drawing: own('/explore/assets/drawing.js', script),
  streets: own('/explore/assets/streets.js', script),
  maplibre: ofMaplibre(import.meta.resolve('maplibre-gl/dist/maplibre-gl.mjs')),
  worker: ofMaplibre(import.meta.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs')),
  base: ofMap('/explore/assets/base-map', 'baseMap'),
  counties: ofMap('/explore/assets/county-borders', 'countyBorders'),
  towns: ofMap('/explore/assets/towns', 'towns'),
}

/** The files' addresses, each with the version of its content. */
export const assetUrls = Object.fromEntries(
  Object.entries(assets).map(([name, { path, version }]) => [name, `${path}?${version}`]),
) as Record<keyof typeof assets, string>

/**
 * The routes of the files. Browsers keep a file permanently under its version. Files count against no
 * limit: pages would break for visitors who share an address.
 */
export const assetRoutes: Route[] = Object.values(assets).map(({ path, type, version, read }) => {
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
  return { ...route, counted: false }
})
