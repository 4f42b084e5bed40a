import type { Context } from 'koa'
import { needsSecureCookies } from './addresses/public_address.ts'

/**
 * The two cookies of signing in: the session's, and `asker`, which proves that this browser requested a
 * link. Scripts can't read them. Outside localhost both are for encrypted connections only, and `__Host-`
 * keeps other hosts of the domain from setting them.
 */
export type CookieKind = 'session' | 'asker'

/** A cookie with a lifetime of `age_s` seconds; 0 deletes it. */
export type Cookie = { kind: CookieKind; value: string; age_s: number; publicUrl: string }

const names: Record<CookieKind, string> = { session: 'session', asker: 'sign-in' }

/** Returns the value of a request's cookie, or undefined. */
export const readCookie = (
  context: Pick<Context, 'cookies'>,
  kind: CookieKind,
  publicUrl: string,
) => context.cookies.get(cookieName(kind, publicUrl))

/**
 * The Set-Cookie line. Its value must consist of letters and digits.
 *
 * Koa's `cookies.set` does not support Max-Age. It sets the end by this server's clock, so a cookie of 15
 * minutes expires at once if the browser's clock is fast. It also refuses `Secure` behind a proxy, whose
 * connection to this server is not encrypted.
 */
export function cookieLine({ kind, value, age_s, publicUrl }: Cookie): string {
  const secure = needsSecureCookies(publicUrl) ? '; Secure' : ''
  const name = cookieName(kind, publicUrl)
  return `${name}=${value}; Path=/; Max-Age=${age_s}; HttpOnly; SameSite=Lax${secure}`
}

function cookieName(kind: CookieKind, publicUrl: string): string {
  return `${needsSecureCookies(publicUrl) ? '__Host-' : ''}${names[kind]}`
}
