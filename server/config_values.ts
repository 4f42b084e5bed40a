import { z } from 'zod'
import { readPublicKey } from '../data/bucket/signature.ts'
import { isBucketAddress, isBucketUrl } from '../data/bucket/open_bucket.ts'
import { snapshotPattern } from '../data/schema/manifest.ts'
import { isLoopback } from './http/addresses/public_address.ts'

/** Types of settings. Each message follows the value: "`80x` must be …". */

/** A whole number in [min, max]. */
export function number(fallback: number, min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  const digits = z.string().regex(/^\d+$/, { error, abort: true })
  return digits
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })
    .default(fallback)
}

export const choice = <const Words extends [string, ...string[]]>(...words: Words) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` })

/** A non-empty text. */
export const someText = z.string().min(1)

/** An amount of memory in DuckDB's form. */
export const memory = z
  .string()
  .regex(/^\d+(\.\d+)? ?([KMGT]i?B|%)$/i, 'must be an amount of memory such as 512MB')

/** A text that passes a test; none by default. */
const textThat = (passes: (text: string) => boolean, complaint: string) =>
  z.string().refine(passes, complaint).optional()

/** The same for a text that may hold a password: no message repeats it. */
const secretThat = (passes: (text: string) => boolean, complaint: string) =>
  textThat(passes, complaint).meta({ isSecret: true })

/** A URL with one of these protocols. */
export const secretUrl = (...protocols: string[]) =>
  secretThat(
    (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
    `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  )

/** The bucket of published snapshots. */
export const bucketUrl = secretThat(
  isBucketAddress,
  'must be s3://BUCKET/PREFIX, https://HOST/PATH or file:///DIR',
)

/** A file, or an object of a bucket. */
export const fileOrUrl = secretThat(
  (text) => !isBucketUrl(text) || isBucketAddress(text),
  'must be a file, https://HOST/PATH or s3://BUCKET/PATH',
)

export const publicKey = textThat(
  (text) => readPublicKey(text) !== null,
  'must be an Ed25519 public key, 43 characters, as npm run snapshots -- publish prints it',
)

export const snapshotId = textThat(
  (text) => snapshotPattern.test(text),
  'must be the id of a snapshot, as 20261121T014922Z-02c8b340',
)

/** The service's public address: an origin, with https outside this machine. */
export const publicUrl = z
  .string()
  .refine(isOrigin, 'must be an address such as https://farms.example.org, without a path')
  .refine(
    (text) => !isOrigin(text) || text.startsWith('https:') || isLoopback(URL.parse(text)!.hostname),
    'must begin with https:// outside localhost: sessions travel in secure cookies only',
  )
  .transform((text) => new URL(text).origin)
  .optional()

/** A mail sender, `name@example.org` or `Name <name@example.org>`. */
export const sender = z
  .string()
  .regex(
    /^([^<>,"\p{Cc}]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@,]+@[^<>\s@,]+)$/u,
    'must be an address of mail, with or without a name: `Name <name@example.org>`',
  )

/** Email addresses in lower case. */
export const addresses = z
  .string()
  .default('')
  .transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .refine(
    (all) => all.every((each) => z.email().safeParse(each).success),
    'must be email addresses, comma-separated',
  )

/** The operator's address for users: an email address, or a page. */
export const contact = textThat(
  (text) => z.email().safeParse(text).success || /^https:\/\/[^\s/]+/.test(text),
  'must be an email address, or an address that begins with https://',
)

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  return isWeb && (text === url.origin || text === `${url.origin}/`)
}
