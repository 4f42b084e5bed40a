/** The base for resolving paths; no host has this name. */
const nowhere = 'http://nowhere.invalid'

/**
 * Returns a path of this service as given, or `fallback` if a browser would follow the text to another host
 * or protocol, in any spelling.
 */
export function localPath(text: string | undefined, fallback: string): string {
  if (text === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return fallback
  const url = URL.parse(text, nowhere)
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
