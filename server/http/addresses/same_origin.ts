import type { Context } from 'koa'
import { Problem } from '../problem.ts'
import { pageOrigin } from './page_origin.ts'

/**
 * Refuses a changing request that another site's page makes with this browser's cookies: throws a 403
 * Problem. It reads `Sec-Fetch-Site` if the browser sends it, else `Origin`, which must be the public
 * address. A request with neither passes only if `unknown` allows it, because other evidence shows its
 * intent.
 */
export function refuseForeignOrigin(
  { req }: Pick<Context, 'req'>,
  publicUrl: string,
  { unknown }: { unknown: 'passes' | 'is refused' },
): void {
  const site = req.headers['sec-fetch-site']
  const { origin } = req.headers
  if (site === 'same-origin') return
  if (site === undefined && origin === publicUrl) return
  if (site === undefined && origin === undefined && unknown === 'passes') return
  throw new Problem(
    'forbidden',
    `this request is allowed only from pages of ${publicUrl}: open it there; ` +
      'programs send the session as `Authorization: Bearer …`',
  )
}

/**
 * Returns true if a request comes from a page of this service, under any name of the server. It reads
 * `Sec-Fetch-Site` if the browser sends it, else `Origin`, else `Referer`.
 */
export function isOfOwnPage(
  { headers }: Pick<Context['req'], 'headers'>,
  publicUrl: string,
): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const page = pageOrigin(headers)
  return page != null && (page.origin === publicUrl || page.host === headers.host?.toLowerCase())
}
