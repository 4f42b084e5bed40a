import { cleanText } from './text/text.ts'

/** Networks that are named before a handle, and the base address of their pages. */
const networks = new Map([
  ['facebook', 'https://www.facebook.com/'],
  ['twitter', 'https://twitter.com/'],
  ['instagram', 'https://www.instagram.com/'],
  ['youtube', 'https://www.youtube.com/@'],
  ['pinterest', 'https://www.pinterest.com/'],
])

const homeOf = (label: string) => networks.get(label.toLowerCase().replace(/^ig$/, 'instagram'))

/** `www.facebook.comstonecreek`: the slash before the page is missing, or a letter. */
const misspelled = new RegExp(
  String.raw`^(?:www\.)?(?:${[...networks.keys()].join('|')})\.com[^:]`,
  'i',
)

/** Sites with https; an address of any other site without a scheme gets http. */
const secureSites = /(^|\.)(facebook|fb|twitter|x|instagram|youtube|pinterest|google)\.com$/

/** Endings that make a name with dots a site, without scheme or `www.`. */
const siteEnding = /\.(com|org|net|edu|gov|mil|us|info|biz|coop|farm|market|co|io|me|tv|ca|be|ly)$/i

/**
 * Reads the first http or https address in a text, as the WHATWG URL standard writes it. Repairs certain
 * faults: a scheme missing or repeated (`http://http://`), a blank after `//`, `www.` or the site of a network,
 * `.com` missing (`www.facebook/name`), remarks after the address. Otherwise, and for the front page of a
 * network, `url` is null, and `reason` explains it unless the text is blank or `no`.
 */
export function normalizeUrl(text: string | null): { url: string | null; reason: string | null } {
  const clean = cleanText(text)
  if (clean === null || /^no$/i.test(clean)) return { url: null, reason: null }
  const { scheme, rest } = splitScheme(clean)
  const [host = ''] = rest.split(/[/?#]/, 1)
  if (host.includes('@')) return { url: null, reason: 'an e-mail address' }
  const isHost =
    /^(?!www\.[^.]+$)[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?$/i.test(host) &&
    !misspelled.test(host) &&
    (scheme !== '' || /^www\d?\./i.test(host) || siteEnding.test(host))
  const url = isHost ? URL.parse(`${scheme || defaultScheme(host)}://${rest}`) : null
  if (url === null || hasBlankName(url)) return { url: null, reason: 'not a web address' }
  return isFrontPage(url)
    ? { url: null, reason: 'the front page of a network' }
    : { url: asUri(url), reason: null }
}

/** `https://www.facebook.com/pages` names no farm. */
const isFrontPage = ({ hostname, pathname, hash }: URL) =>
  secureSites.test(hostname) && /^\/(?:pages\/?|home\.php)?$/.test(pathname) && hash === ''

/** `https://twitter.com/stone creek`: names of pages have no blanks. */
const hasBlankName = ({ hostname, pathname }: URL) =>
  secureSites.test(hostname) && /^\/[^/]*%20[^/]*\/?$/.test(pathname)

/** The address by RFC 3986: the WHATWG form leaves characters that RFC 3986 forbids. */
const asUri = ({ href }: URL) => href.replaceAll(/[[\]{}|^`]|%(?![\da-f]{2})/gi, encodeURIComponent)

const defaultScheme = (host: string) => (secureSites.test(host.toLowerCase()) ? 'https' : 'http')

/** Splits an address into its last scheme and the rest. */
function splitScheme(text: string): { scheme: string; rest: string } {
  const [prefix = ''] = /^(?:https?(?::\/*|\/+:?\/*)\s*|\/\/)*/i.exec(text) ?? []
  const scheme = /(https?)[^a-z]*$/i.exec(prefix)?.[1]?.toLowerCase() ?? ''
  const [address = ''] = text
    .slice(prefix.length)
    .replace(/^www[.,: ]+(?=\w)/i, 'www.')
    .replace(/^(?:www\.)?(facebook|instagram|twitter)(?=\/\S+$)/i, 'www.$1.com')
    .replace(/^((?:www\.)?(?:facebook|instagram|twitter)\.com\/) +(?=\S+$)/i, '$1')
    .split(/[;,]? (?=\(|or |and |& |https?:|www\.)|[;,](?: |$|(?=https?:|www\.))/i, 1)
  return { scheme, rest: address.replace(/(?<![.,;])[.,;]+$/, '') }
}

/**
 * Reads the links of a farm to social networks and other media, without repeats. A text may hold several
 * addresses. `Twitter: @name` and `@name (Twitter)` become that name's page. `rest` has the texts without an
 * address: which page `Facebook: Stone Creek Farm` means is uncertain. Null if there is no link.
 */
export function normalizeSocialLinks(texts: string[] | null): {
  links: string[] | null
  rest: string[]
} {
  const [links, rest] = [new Set<string>(), new Set<string>()]
  for (const text of (texts ?? []).flatMap(splitAddresses)) {
    const name = nameIn(text)
    const link = name === null ? null : (handlePage(text) ?? normalizeUrl(name).url)
    if (link !== null) links.add(link)
    else if (name !== null) rest.add(text)
  }
  return { links: links.size > 0 ? [...links] : null, rest: [...rest] }
}

const splitAddresses = (text: string) =>
  cleanText(text)?.split(/[;,]? (?:and )?(?=https?:\/\/)/i) ?? []

const labelled = /^(\w+)(?: ?[:–-] ?| (?=@))(.*)$/

/** The text after the name of a network, or the whole text; null if it is empty. */
function nameIn(text: string): string | null {
  const [, label = '', name = ''] = labelled.exec(text) ?? []
  const said = cleanText(homeOf(label) ? name : text)
  return said === null || /^no$/i.test(said) ? null : said
}

/** A name, and the network after it: `@stonecreek - Instagram`. */
const labelledAfter = /^(@[\w.]+)(?: ?[–-] ?| )\(?(\w+)\)?$/

function handlePage(text: string): string | null {
  const [, label = '', name = ''] = labelled.exec(text.replace(labelledAfter, '$2 $1')) ?? []
  const [home, handle] = [homeOf(label), /^@([\w.]+)$/.exec(name)?.[1]]
  return home && handle ? home + handle : null
}
