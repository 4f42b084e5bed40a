import { fetchFault } from '../operating/network_failure.ts'
import {
  BucketError,
  rangeHeader,
  type Part,
  type ReadableBucket,
  type Version,
  objectText,
} from './bucket.ts'

const timeout_ms = 30_000
const mostRedirects = 3

/**
 * A read-only bucket on a static host; a password in the URL is sent as Basic authorization. Redirects are
 * followed within the host only.
 */
export function webBucket(url: URL): ReadableBucket {
  const address = [url.origin, ...url.pathname.split('/').filter(Boolean)].join('/')
  const login = [url.username, url.password].map(decodeURIComponent).join(':')
  const authorization =
    login === ':' ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` }

  async function get(key: string, headers: Record<string, string>, signal?: AbortSignal) {
    const asked = { ...authorization, 'Accept-Encoding': 'identity', ...headers }
    const options = { headers: asked, redirect: 'manual' as const, ...(signal && { signal }) }
    let place = new URL(`${address}/${key}`)
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(place.href, options).catch((error: Error) => {
        throw new BucketError(`${address}: ${fetchFault(error)}`)
      })
      const next = redirectOf(response, place)
      if (next === null) return response
      await response.body?.cancel()
      if (next.origin !== url.origin)
        throw new BucketError(
          `${address}/${key}: the host redirects to ${next.origin}, which is not followed: name the address there`,
        )
      if (redirects === mostRedirects)
        throw new BucketError(`${address}/${key}: the host redirects over and over`)
      place = next
    }
  }

  async function fail(key: string, response: Response): Promise<never> {
    await response.body?.cancel()
    throw new BucketError(`${address}/${key}: the host answers ${response.status}`)
  }

  return {
    address,
    async read(key: string, most_bytes: number, known?: string) {
      const headers: Record<string, string> = known ? { 'If-None-Match': known } : {}
      const response = await get(key, headers, AbortSignal.timeout(timeout_ms))
      if (response.status === 304) return 'unchanged' as never
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      if (response.status !== 200 || !response.body) return fail(key, response)
      const text = await objectText(response.body, most_bytes, `${address}/${key}`)
      return { text, version: response.headers.get('ETag') ?? '' } satisfies Version
    },
    async stream(key, from, signal, length): Promise<Part> {
      const range = rangeHeader(from, length)
      const response = await get(key, range ? { Range: range } : {}, signal)
      if (![200, 206].includes(response.status) || !response.body) return fail(key, response)
      return { from: response.status === 206 ? from : 0, chunks: response.body }
    },
  }
}

/** The target of a redirect; null = the response is no redirect. */
function redirectOf({ status, headers }: Response, from: URL): URL | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  return isRedirect ? URL.parse(headers.get('Location') ?? '', from.href) : null
}
