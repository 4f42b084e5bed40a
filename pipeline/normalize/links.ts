import { cleanText } from './text/text.ts'

/** Networks that people name beside a handle, and where a handle's page is. */
const networks = new Map([
  ['facebook', 'https://www.facebook.com/'],
  ['twitter', 'https://twitter.com/'],
  ['instagram', 'https://www.instagram.com/'],
  ['youtube', 'https://www.youtube.com/@'],
  ['pinterest', 'https://www.pinterest.com/'],
])

/** Sites known to speak https; for others http is what a text without a scheme promises. */
const secureSites = /(^|\.)(facebook|fb|twitter|x|instagram|youtube|pinterest|google)\.com$/

/** Endings by which a name with dots, without scheme or `www.`, is taken for a site. */
const siteEnding = /\.(com|org|net|edu|gov|mil|us|info|biz|coop|farm|market|co|io|me|tv|ca|be|ly)$/i

type UrlReading = { url: string | null; reason: string | null }

/**
 * Reads the first http or https address in a text, in the WHATWG URL's serialization. What is
 * certain is repaired: a scheme missing or repeated (`http://http://`), a blank after `//` or
 * `www.`, remarks after the address. Otherwise `url` is null, and `reason` says why unless the text
 * says nothing.
 */
export function normalizeUrl(text: string | null): UrlReading {
  const clean = cleanText(text)
  if (clean === null || /^no$/i.test(clean)) return { url: null, reason: null }
  const { scheme, rest } = splitScheme(clean)
  const [host = ''] = rest.split(/[/?#]/, 1)
  if (host.includes('@')) return { url: null, reason: 'an e-mail address' }
  const isHost =
    /^[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?$/i.test(host) &&
    (scheme !== '' || /^www\d?\./i.test(host) || siteEnding.test(host))
  const url = isHost ? URL.parse(`${scheme || defaultScheme(host)}://${rest}`) : null
  return url ? { url: url.href, reason: null } : { url: null, reason: 'not a web address' }
}

const defaultScheme = (host: string) => (secureSites.test(host.toLowerCase()) ? 'https' : 'http')

/** Parts an address from the last of its schemes, and from what follows it in words. */
function splitScheme(text: string): { scheme: string; rest: string } {
  const [prefix = ''] = /^(?:https?(?::\/*|\/+:?\/*)\s*|\/\/)*/i.exec(text) ?? []
  const scheme = /(https?)[^a-z]*$/i.exec(prefix)?.[1]?.toLowerCase() ?? ''
  const [address = ''] = text
    .slice(prefix.length)
    .replace(/^www[.,: ]+(?=\w)/i, 'www.')
    .split(/[;,]? +(?=\(|or |and |& |https?:|www\.)|[;,](?: |$|(?=https?:|www\.))/i, 1)
  return { scheme, rest: address.replace(/[.,;]+$/, '') }
}

/**
 * Reads the links of a farm to social networks and other media, without repeats. A text may hold
 * several addresses. `Twitter: @name` becomes that name's page; a name that is no address
 * (`Facebook: Stone Creek Farm`) stays text, since which page it means is not certain. Null where
 * none is left.
 */
export function normalizeSocialLinks(texts: string[] | null): string[] | null {
  const links = (texts ?? []).flatMap(splitAddresses).map(socialLink)
  const found = [...new Set(links.filter((link) => link !== null))]
  return found.length > 0 ? found : null
}

const splitAddresses = (text: string) => text.split(/[;,]?\s+(?:and\s+)?(?=https?:\/\/)/i)

function socialLink(text: string): string | null {
  const clean = cleanText(text)
  if (clean === null) return null
  const [, label = '', name = clean] = /^(\w+)(?: ?[:–-] ?| (?=@))(.*)$/.exec(clean) ?? []
  const home = networks.get(label.toLowerCase())
  if (!home) return normalizeUrl(clean).url ?? (/^no$/i.test(clean) ? null : clean)
  if (/^no$/i.test(name) || cleanText(name) === null) return null
  const handle = /^@([\w.]+)$/.exec(name)?.[1]
  return handle ? home + handle : (normalizeUrl(name).url ?? clean)
}
