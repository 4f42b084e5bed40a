/** True for names of this machine, which browsers trust; in the form of URL, IPv6 in brackets. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/**
 * Returns the server's public address, as an origin. It comes from the configuration or else from the
 * listening address; the request's Host field plays no part.
 */
export const publicAddress = (configured: string | undefined, host: string, port: number): string =>
  configured ?? addressHere(host, port)

/** Returns the origin by which this machine reaches a server that listens on `host`. */
export function addressHere(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

/** Returns true if cookies are for encrypted connections only: everywhere except on localhost. */
export function needsSecureCookies(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !isLoopback(hostname)
}

/**
 * Returns true if a request used this machine's other name: `localhost` if the public address is
 * `127.0.0.1`, or the reverse. Browsers do not send one name's cookies to the other.
 */
export function cameByOtherName(host: string | undefined, publicUrl: string): boolean {
  const given = URL.parse(`http://${host ?? ''}`)
  const own = new URL(publicUrl)
  if (given === null || given.host === own.host || given.port !== own.port) return false
  return isLoopback(given.hostname) && isLoopback(own.hostname)
}
