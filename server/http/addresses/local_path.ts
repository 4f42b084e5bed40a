/** The base for resolving paths; no host has this name. */
const nowhere = 'http://nowhere.invalid'

/** A path of this service, or `fallback` if a browser would leave this host or protocol. */
export function localPath(text: string | undefined, fallback: string): string {
  if (text === undefined || !/^\/[\x21-\x5b\x5d-\x7e]*$/.test(text)) return fallback
  const url = URL.parse(text, nowhere)
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
