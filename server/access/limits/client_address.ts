import { isIP, isIPv6 } from 'node:net'

/**
 * Returns a request's client IP address. Each trusted proxy in front of the server appends the address that
 * called it to `X-Forwarded-For`. With `trustedProxies` proxies the client is the entry at that position
 * from the right. Entries further left are the client's own claim and are never read; with 0 proxies the
 * header is ignored.
 *
 * If an entry is not an IP address, the nearest entry to its right is used.
 */
export function clientAddress(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  let client = bare(remoteAddress ?? '')
  if (trustedProxies === 0) return client
  const entries = (forwardedFor ?? '').split(',').slice(-trustedProxies)
  for (const entry of entries.reverse()) {
    const address = bare(entry)
    if (isIP(address) === 0) break
    client = address
  }
  return client
}

/**
 * Returns the part of an address that limits count by: a whole IPv4 address, or the first 64 bits of an
 * IPv6 address, since every home or server has a block of that size.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address // a fast test for key ids
  const groups = expand(address).slice(0, 4)
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Strips blanks, port, brackets, zone, and the IPv6 form of an IPv4 address. */
function bare(text: string): string {
  const [address = ''] = text
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .split('%', 1)
  const mapped = /^::ffff:([\d.]+)$/.exec(address)
  return mapped?.[1] ?? address
}

/** Writes out the eight groups of an IPv6 address; an IPv4 tail fills the last two. */
function expand(address: string): string[] {
  const [head = '', tail] = address.replace(/(?<=:)\d+(?:\.\d+)+$/, '0:0').split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}
