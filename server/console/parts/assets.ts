import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entityTag } from '../../http/entity_tag.ts'
import { anybody } from '../../routes/callers.ts'
import { page, type Route } from '../../routes/route.ts'

/** What is sent, of which type, and the files that it is put together from. */
const parts: [name: string, type: string, files: string[]][] = [
  [
    'console.css',
    'text/css; charset=utf-8',
    ['console.css', 'code.css', 'figures.css', 'reference.css'],
  ],
  ['console.js', 'text/javascript; charset=utf-8', ['console.js']],
  ['reference.js', 'text/javascript; charset=utf-8', ['reference.js']],
  ['icon.svg', 'image/svg+xml', ['icon.svg']],
  ['preview.png', 'image/png', ['preview.png']],
]

const assets = parts.map(([name, type, files]) => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, 'assets', file))
  const content = Buffer.concat(files.map(read))
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { path: `/console/assets/${name}`, type, content, digest }
})

/** The content of the style, the script and the icon of the pages, for pages that are files. */
export const assetContents = Object.fromEntries(
  parts.map(([name], at) => [name, assets[at]!.content]),
) as Record<'console.css' | 'console.js' | 'icon.svg', Buffer>

const [style, script, reference, icon, preview] = assets.map(
  ({ path, digest }) => `${path}?${digest}`,
)

/** The addresses of the files of the pages, each with the digest of its content. */
export const assetUrls = {
  style: style!,
  script: script!,
  reference: reference!,
  icon: icon!,
  preview: preview!,
}

/** The style, the scripts and the images of the pages; browsers keep each under its digest for ever. */
export const assetPages: Route[] = assets.map(({ path, type, content, digest }) =>
  page({
    path,
    caller: anybody,
    answer({ http, coding }) {
      const kept = http.querystring === digest ? 'public, max-age=31536000, immutable' : 'no-cache'
      return {
        headers: { 'Cache-Control': kept },
        tag: entityTag(coding, digest),
        content: { 'Content-Type': type },
        body: content,
      }
    },
  }),
)
