/**
 * The path and query that a request asks for, from the target as it was sent: those themselves, `*`,
 * or the address of a page (RFC 9112, section 3.2); null where it is none of these.
 */
export function pathAndQuery(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const address = /^https?:/i.test(target) ? URL.parse(target) : null
  return address && address.pathname + address.search
}
