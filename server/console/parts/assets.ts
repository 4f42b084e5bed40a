import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../../http/answer.ts'
import { entityTag } from '../../http/entity_tag.ts'
import { anybody } from '../../routes/callers.ts'
import { page, type Request, type Route } from '../../routes/route.ts'

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
export const assetPages: Route[] = assets.map((asset) =>
  page({
    path: `/console/assets/${asset.name}`,
    caller: anybody,
    answer: (request) => assetAnswer(request, asset),
  }),
)

/** Under an address with its digest a file is the same for ever. */
function assetAnswer(
  { http, coding }: Request,
  { content, digest, type }: ReturnType<typeof read>,
): Answer {
  const lasting = http.querystring === digest
  const kept = lasting ? 'public, max-age=31536000, immutable' : 'no-cache'
  return {
    headers: { 'Cache-Control': kept },
    tag: entityTag(coding, digest),
    content: { 'Content-Type': type },
    body: content,
  }
}
