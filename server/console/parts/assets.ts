import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entityTag, clientHas } from '../../http/entity_tag.ts'
import type { Call, Page } from '../../routes/plain_route.ts'

const types = {
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}
type Name = keyof typeof types

const read = (name: Name) => {
  const content = readFileSync(join(import.meta.dirname, 'assets', name))
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { name, content, digest, type: types[name] }
}

const assets = (Object.keys(types) as Name[]).map(read)

/** The address of a file of the pages; another one when the file is another. */
export const assetUrl = (wanted: Name): string =>
  `/console/assets/${wanted}?${assets.find(({ name }) => name === wanted)!.digest}`

/** The style, the script and the icon of the pages. */
export const assetPages: Page[] = assets.map((asset) => ({
  method: 'get',
  path: `/console/assets/${asset.name}`,
  handle: (context) => send(context, asset),
}))

/** Under an address with its digest a file is the same for ever. */
function send(context: Call, { content, digest, type }: ReturnType<typeof read>): void {
  const tag = entityTag(context.state.coding, digest)
  const lasting = context.querystring === digest
  context.set('ETag', tag)
  context.set('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (clientHas(context.get('If-None-Match'), tag)) {
    context.status = 304
    return
  }
  context.set('Content-Type', type)
  context.body = content
}
