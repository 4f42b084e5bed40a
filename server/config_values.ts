import { z } from 'zod'
import { isLoopback } from './http/addresses/public_address.ts'

/** A URL of one of these protocols; no message repeats it, since it may hold a password. */
export const secretUrl = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => text === '' || protocols.includes(URL.parse(text)?.protocol ?? ''),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
    .default('')

/** The public address of the service: an origin, with https outside this machine. */
export const publicUrl = z
  .string()
  .refine(
    (text) => text === '' || isOrigin(text),
    'must be an address such as https://farms.example.org, without a path',
  )
  .refine(
    (text) => !isOrigin(text) || text.startsWith('https:') || isLoopback(URL.parse(text)!.hostname),
    'must begin with https:// outside localhost: sessions travel in secure cookies only',
  )
  .transform((text) => (text === '' ? '' : new URL(text).origin))
  .default('')

/** A sender of mail, `name@example.org` or `Name <name@example.org>`. */
export const sender = z
  .string()
  .regex(/^([^<>,"\p{Cc}]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@,]+@[^<>\s@,]+)$/u, 'must be an address')

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && (text === url.origin || text === `${url.origin}/`)
}
