import { hash, randomBytes } from 'node:crypto'

/** A secret key is for programs; a browser key is for web pages, where every visitor can read it. */
export type KeyKind = 'secret' | 'browser'

const beginnings: Record<KeyKind, string> = { secret: 'svc_live_', browser: 'svc_pub_' }
const shownDigits = 4

/** Creates an API key: its type's prefix and 32 lower-case hexadecimal digits, 128 random bits. */
export const newSecret = (kind: KeyKind = 'secret'): string =>
  secretFrom(kind, randomBytes(16).toString('hex'))

/** A key of these hexadecimal digits, of which it has 32. */
export const secretFrom = (kind: KeyKind, digits: string): string =>
  beginnings[kind] + digits.slice(0, 32)

/** A token: `svc_`, its purpose, and 64 lower-case hexadecimal digits, 256 random bits. */
export const newToken = (kind: 'session' | 'link' | 'asker'): string =>
  `svc_${kind}_${randomBytes(32).toString('hex')}`

/**
 * Returns the SHA-256 of a key or token in lower-case hexadecimal, the only form that is stored.
 *
 * A plain, fast hash is right here. Slow and salted hashes protect passwords that others can guess. 128
 * random bits can't be searched at any speed, two keys are never equal, and every request computes the
 * hash.
 */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** Returns a key's first characters, shown in lists; 112 bits stay secret. */
export const shownPrefix = (secret: string): string =>
  secret.slice(0, secret.lastIndexOf('_') + 1 + shownDigits)

/** Returns true if a text begins like a key; tokens do not. */
export const looksLikeKey = (text: string): boolean =>
  Object.values(beginnings).some((beginning) => text.startsWith(beginning))

/** Returns true if a text begins like a key or token, and so must not be repeated in a message. */
export const looksSecret = (text: string): boolean => text.startsWith('svc_')
