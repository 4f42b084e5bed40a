/**
 * The path and query of a request's target as sent: a path, `*`, or the address of a page (RFC 9112,
 * section 3.2); null for any other target.
 */
export function pathAndQuery(target: string): string | null {
  if (target.startsWith('/') || target === '*') return target
  const address = /^https?:/i.test(target) ? URL.parse(target) : null
  return address && address.pathname + address.search
}
