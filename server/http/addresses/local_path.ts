/** What a path is resolved against; no host has this name. */
const nowhere = 'http://nowhere.invalid'

/**
 * Returns a path of this service to go on to, as given, or `fallback` where the text would lead a
 * browser elsewhere: to another host or protocol, by whatever spelling.
 */
export function localPath(text: string | undefined, fallback: string): string {
  if (text === undefined || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return fallback
  const url = URL.parse(text, nowhere)
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
