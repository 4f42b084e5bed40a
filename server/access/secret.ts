import { hash, randomBytes } from 'node:crypto'

const literalPrefix = 'svc_live_'
const shownDigits = 4

/** Makes an API key: `svc_live_` and 32 lower-case hexadecimal digits, 128 random bits. */
export function newSecret(random: (bytes: number) => Buffer = randomBytes): string {
  return literalPrefix + random(16).toString('hex')
}

/** What a token is for: a signed-in session, a link sent by mail, or the asker of the link. */
export type TokenKind = 'session' | 'link' | 'asker'

/** Makes a token: `svc_`, what it is for, and 64 lower-case hexadecimal digits, 256 random bits. */
export function newToken(kind: TokenKind, random: (bytes: number) => Buffer = randomBytes): string {
  return `svc_${kind}_${random(32).toString('hex')}`
}

/**
 * Returns the SHA-256 of a key or token in lower-case hexadecimal: the only form in which one is stored.
 *
 * A plain, fast hash is right here. Slow and salted hashes protect secrets that people choose and
 * that can therefore be guessed; 128 random bits can't be searched at any speed, two keys are never
 * equal, and the hash is computed for every request.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Returns the first characters of a key, which lists show; 112 bits stay secret. */
export function shownPrefix(secret: string): string {
  return secret.slice(0, literalPrefix.length + shownDigits)
}

/** Returns whether a text begins as keys and tokens do, and so must not be repeated in a message. */
export function looksSecret(text: string): boolean {
  return text.startsWith('svc_')
}
