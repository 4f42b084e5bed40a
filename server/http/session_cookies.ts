import type { Context } from 'koa'
import { needsSecureCookies } from './addresses/public_address.ts'

/**
 * The two cookies of signing in: the session's, and that by which a browser shows that it was it
 * that asked for a link. Neither can be read by scripts; outside localhost both are for encrypted
 * connections only, and `__Host-` keeps other hosts of the same domain from setting them.
 */
export type CookieKind = 'session' | 'asker'

/** A cookie to be kept for `age_s` seconds; 0 takes it away. */
export type Cookie = { kind: CookieKind; value: string; age_s: number; publicUrl: string }

const names: Record<CookieKind, string> = { session: 'session', asker: 'sign-in' }

/** Returns the value of a cookie of the request, or undefined. */
export const readCookie = (
  context: Pick<Context, 'cookies'>,
  kind: CookieKind,
  publicUrl: string,
) => context.cookies.get(cookieName(kind, publicUrl))

/**
 * The line that sets a cookie. Its value must be of letters and digits.
 *
 * Koa's `cookies.set` knows no Max-Age: it dates the end by this server's clock, which a cookie of
 * 15 minutes does not survive where the browser's clock is fast. It also refuses `Secure` behind a
 * proxy, where the connection to this server is not encrypted.
 */
export function cookieLine({ kind, value, age_s, publicUrl }: Cookie): string {
  const secure = needsSecureCookies(publicUrl) ? '; Secure' : ''
  const name = cookieName(kind, publicUrl)
  return `${name}=${value}; Path=/; Max-Age=${age_s}; HttpOnly; SameSite=Lax${secure}`
}

function cookieName(kind: CookieKind, publicUrl: string): string {
  return `${needsSecureCookies(publicUrl) ? '__Host-' : ''}${names[kind]}`
}
