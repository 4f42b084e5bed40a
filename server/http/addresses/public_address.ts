/**
 * Returns whether a host name is this machine's own, which browsers trust without encryption; `host`
 * is as URL has it, IPv6 in brackets.
 */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/**
 * Returns the address that people reach the server by, as an origin. It is configuration, or else
 * made of the address listened on; what a request says of its host plays no part.
 */
export function publicAddress(configured: string | undefined, host: string, port: number): string {
  if (configured !== undefined) return configured
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

/** Returns whether cookies are to be for encrypted connections only: everywhere but on localhost. */
export function needsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !isLoopback(hostname)
}

/**
 * Returns whether a request came by another name of this machine than people reach the server by:
 * `localhost` where that is `127.0.0.1`, or the other way round. A cookie of the one is not sent to
 * the other.
 */
export function cameByOtherName(host: string | undefined, publicUrl: string): boolean {
  const given = URL.parse(`http://${host ?? ''}`)
  const own = new URL(publicUrl)
  if (given === null || given.host === own.host || given.port !== own.port) return false
  return isLoopback(given.hostname) && isLoopback(own.hostname)
}
