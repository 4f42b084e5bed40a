import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** An Ed25519 signature and the public key of its signer, in base64url. */
export const signature = z.strictObject({ public_key: z.string(), value: z.string() })
export type Signature = z.infer<typeof signature>

/** Signs a text with an Ed25519 private key. */
export const signatureOf = (text: string, key: KeyObject): Signature => ({
  public_key: publicKeyText(key),
  value: sign(null, Buffer.from(text), key).toString('base64url'),
})

/** Returns true if the owner of this public key signed the text. */
export const isSignedBy = (key: KeyObject, text: string, { value }: Signature): boolean =>
  verify(null, Buffer.from(text), key, Buffer.from(value, 'base64url'))

/** The public key of a key: 32 bytes in base64url, 43 characters. */
export const publicKeyText = (key: KeyObject): string =>
  (key.type === 'public' ? key : createPublicKey(key)).export({ format: 'jwk' }).x!

/** Reads a public key; null if the text is none. */
export function readPublicKey(text: string): KeyObject | null {
  if (!/^[\w-]{43}$/.test(text)) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch {
    return null
  }
}
