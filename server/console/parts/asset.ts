import { hash } from 'node:crypto'
import { ReadyBody } from '../../http/ready_body.ts'
import { anybody } from '../../routes/callers.ts'
import { page, type Route } from '../../routes/route.ts'

/** A file that pages load, and its address. */
export type Asset = { url: string; route: Route }

/**
 * A file that pages load; `read` is called on the first request for it. Browsers keep it permanently
 * under `version`, which names its content. It counts against no limit: pages would break for visitors
 * who share an address.
 */
export function asset(path: string, type: string, version: string, read: () => Buffer): Asset {
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

/** A file of ours, under the digest of its content. */
export const ownAsset = (path: string, type: string, content: Buffer): Asset =>
  asset(path, type, hash('sha256', content).slice(0, 16), () => content)

/** The addresses of assets, by their names. */
export const urlsOf = <Name extends string>(assets: Record<Name, Asset>): Record<Name, string> =>
  Object.fromEntries(Object.entries<Asset>(assets).map(([name, { url }]) => [name, url])) as Record<
    Name,
    string
  >

/** The routes of assets. */
export const routesOf = (assets: Record<string, Asset>): Route[] =>
  Object.values(assets).map(({ route }) => route)
