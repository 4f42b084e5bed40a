import { isLoopback } from './public_address.ts'

/** Which pages a text such as `https://*.farms.example` means: the parts of their origin. */
export type OriginPattern = {
  protocol: string
  host: string
  /** Whether it means every name below the host, however deep, and not the host itself. */
  isBelow: boolean
  /** '' = the protocol's own, * = any. */
  port: string
}

const shape =
  /^(?<scheme>https?):\/\/(?<star>\*\.)?(?<name>\[[\da-f:.]+\]|[^\s/\\?#@*:%[\]]+)(?::(?<port>\d+|\*))?\/?$/i

/**
 * Reads a text as an origin, or as those that a star means: `https://*.farms.example` is every name
 * below farms.example, `http://localhost:*` every port of this machine. Returns why it is none: http
 * is for this machine only, since others can change what travels by it.
 */
export function readOriginPattern(text: string): OriginPattern | string {
  const { scheme, star, name, port } = shape.exec(text)?.groups ?? {}
  const url = URL.parse(`${scheme}://${name}${port && port !== '*' ? `:${port}` : ''}`)
  if (!scheme || !url || url.hostname.endsWith('.')) return noOrigin(text)
  const { protocol, hostname: host } = url
  const isLocal = isLoopback(host)
  if (protocol === 'http:' && !isLocal) return 'must begin with https:// outside localhost'
  if (port === '*' && !isLocal) return 'may have any port, `:*`, on localhost only'
  const isName = /\.[a-z][^.]*$/.test(host)
  if (star && !isName) return 'must name a domain of yours after `*.`, as https://*.farms.example'
  return { protocol, host, isBelow: star !== undefined, port: port === '*' ? '*' : url.port }
}

/** The pattern as text, one way of writing it. */
export const writtenPattern = ({ protocol, host, isBelow, port }: OriginPattern): string =>
  `${protocol}//${isBelow ? '*.' : ''}${host}${port && `:${port}`}`

/** One of the origins that a written pattern means: `https://www.farms.example` of `https://*.farms.example`. */
export const exampleOrigin = (written: string): string =>
  written.replace('//*.', '//www.').replace(/:\*$/, ':3000')

/** Whether a page's origin is one that a pattern means. */
export function isMeantBy(origin: URL, { protocol, host, isBelow, port }: OriginPattern): boolean {
  if (origin.protocol !== protocol || (port !== '*' && origin.port !== port)) return false
  const { hostname } = origin
  return isBelow ? hostname.endsWith(`.${host}`) && !hostname.startsWith('.') : hostname === host
}

type Fields = { origin?: string | undefined; referer?: string | undefined }

/**
 * The origin of the page that a request says it comes from, by `Origin` or, without one, `Referer`:
 * null where a page hides it (`Origin: null`) or it is none; undefined where the request has neither.
 */
export function pageOrigin({ origin, referer }: Fields): URL | null | undefined {
  if (origin) return /^https?:\/\/[^\s/\\?#@,]+$/i.test(origin) ? URL.parse(origin) : null
  if (!referer) return undefined
  return /^https?:/i.test(referer) ? URL.parse(referer) : null
}

function noOrigin(text: string): string {
  const url = URL.parse(text) ?? URL.parse(`https://${text}`)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && !/[*%]/.test(url.host)
  const meant = isWeb && url.hostname.includes('.') ? `; did you mean ${url.origin}?` : ''
  return `must be an origin such as https://farms.example, https://*.farms.example or http://localhost:*${meant}`
}
