import { isLoopback } from './public_address.ts'

/** The pages that a text such as `https://*.farms.example` matches, as parts of their origin. */
export type OriginPattern = {
  protocol: string
  host: string
  /** True if it matches every name below the host, at any depth, but not the host itself. */
  isBelow: boolean
  /** '' = the protocol's default, * = any. */
  port: string
}

const shape =
  /^(?<scheme>https?):\/\/(?<star>\*\.)?(?<name>\[[\da-f:.]+\]|[^\s/\\?#@*:%[\]]+)(?::(?<port>\d+|\*))?\/?$/i

/**
 * Reads a text as an origin or as a pattern: `https://*.farms.example` matches every name below
 * farms.example, `http://localhost:*` every port of this machine. Returns the reason if it is neither. Only
 * this machine may use http, since others can change its traffic.
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

export const writtenPattern = ({ protocol, host, isBelow, port }: OriginPattern): string =>
  `${protocol}//${isBelow ? '*.' : ''}${host}${port && `:${port}`}`

/** An origin that a written pattern matches: `https://www.farms.example` for `https://*.farms.example`. */
export const exampleOrigin = (written: string): string =>
  written.replace('//*.', '//www.').replace(/:\*$/, ':3000')

export function isMeantBy(origin: URL, { protocol, host, isBelow, port }: OriginPattern): boolean {
  if (origin.protocol !== protocol || (port !== '*' && origin.port !== port)) return false
  const { hostname } = origin
  return isBelow ? hostname.endsWith(`.${host}`) && !hostname.startsWith('.') : hostname === host
}

type Fields = { origin?: string | undefined; referer?: string | undefined }

/**
 * The origin of the page that sent a request, by `Origin` or, without one, `Referer`: null if the page
 * hides it (`Origin: null`) or it is not a web origin; undefined if the request has neither field.
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
