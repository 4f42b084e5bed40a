import { readFileSync } from 'node:fs'
import { ownAsset, routesOf, urlsOf } from './asset.ts'

const read = (...files: string[]): Buffer =>
  Buffer.concat(files.map((file) => readFileSync(new URL(`./assets/${file}`, import.meta.url))))

/** The content of the style, the script and the icon of the pages, for pages that are files. */
export const assetContents = {
  'console.css': read('console.css', 'code.css', 'figures.css', 'reference.css'),
  'console.js': read('console.js'),
  'icon.svg': read('icon.svg'),
}

const own = (name: string, type: string, content: Buffer) =>
  ownAsset(`/console/assets/${name}`, type, content)
const script = 'text/javascript; charset=utf-8'

const assets = {
  style: own('console.css', 'text/css; charset=utf-8', assetContents['console.css']),
  script: own('console.js', script, assetContents['console.js']),
  reference: own('reference.js', script, read('reference.js')),
  icon: own('icon.svg', 'image/svg+xml', assetContents['icon.svg']),
  preview: own('preview.png', 'image/png', read('preview.png')),
}

/** The addresses of the files of the pages, each with the digest of its content. */
export const assetUrls = urlsOf(assets)

/** The style, the scripts and the images of the pages. */
export const assetPages = routesOf(assets)
