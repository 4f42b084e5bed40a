import { findPhoneNumbersInText } from 'libphonenumber-js'
import { lengths } from '../../data/schema/input/lengths.ts'
import { cleanText } from './text/text.ts'

/** `rest`: the whole text, unless it is only the value. */
type PhoneReading = { phone: string | null; rest: string | null }
type EmailReading = { email: string | null; rest: string | null }

/**
 * Reads a telephone number as E.164 (`+18025550123`): ten digits of the North American plan, also as letters
 * (`802-555-FARM`); or any number that begins with `+`; or the first number in a text with an extension or
 * remarks (`802 555 0123 (barn)`). Null if there is none, or only one digit repeated.
 */
export function normalizePhone(text: string | null): PhoneReading {
  const clean = cleanText(text)
  if (clean === null || clean.length > lengths.phone.bytes) return { phone: null, rest: clean }
  const number = clean
    .replace(/(?<=^\d{10,11})\.0$/, '')
    .replace(/^(?:tel|phone|ph|call|cell|mobile|office)\b[.:]? */i, '')
  if (!/^\+?[\d\s().\-–/]+$/.test(number))
    return { phone: lettered(number) ?? firstNumberIn(clean), rest: clean }
  const digits = number.replaceAll(/\D/g, '')
  if (/^(\d)\1*$/.test(digits)) return { phone: null, rest: null }
  const isForeign = /^\+[2-9]\d{7,14}$/.test(`${number[0]}${digits}`)
  const phone = national(digits) ?? (isForeign ? `+${digits}` : null)
  if (phone !== null) return { phone, rest: null }
  const [, first = ''] = firstOfSeveral.exec(number) ?? []
  return { phone: national(first.replaceAll(/\D/g, '')), rest: clean }
}

/** `802-555-0123 / 802-555-0124`, also without the second area code. */
const firstOfSeveral =
  /^((?:1[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]?\d{4})(?: ?\/ ?| )\(?\d{3}\)?(?:[ .-]?\d{3})?[ .-]?\d{4}$/

function national(digits: string): string | null {
  const number = /^1?([2-9]\d\d[2-9]\d{6})$/.exec(digits)?.[1]
  return number ? `+1${number}` : null
}

/** The digits of `802-555-FARM` or `802-555-O123`; the area code must be digits. */
function lettered(number: string): string | null {
  if (!/^\(?(?:1[ .-])?\(?\d{3}\)?[ .-]?[\dA-Z][\dA-Z .-]*$/.test(number)) return null
  const zeros = number.replaceAll(/(?<![A-Z])O(?![A-Z])/g, '0')
  return national(zeros.replaceAll(/[A-Z]/g, keyOf).replaceAll(/\D/g, ''))
}

/** The keys of a telephone from A to Z (ITU-T E.161). */
const keys = '22233344455566677778889999'
const keyOf = (letter: string) => keys[letter.charCodeAt(0) - 65]!

/** Last resort: libphonenumber takes twenty times as long as the patterns above. */
function firstNumberIn(text: string): string | null {
  const [first] = findPhoneNumbersInText(text, 'US')
  return first?.number.number ?? null
}

/**
 * Reads the first e-mail address in a text, its domain in lower case; null if there is none. `Stone 05 @
 * example.org` is not an address, since the part before the `@` is uncertain.
 */
export function normalizeEmail(text: string | null): EmailReading {
  const clean = cleanText(text)
  if (!clean?.includes('@')) return { email: null, rest: clean }
  const bare = clean.replace(scheme, '').replace(/^(\S+)(?: @ ?|@ )/, '$1@')
  const [address, local, domain] = emailAddress.exec(bare) ?? []
  const isLong = address !== undefined && Buffer.byteLength(address) > lengths.email.bytes
  if (!local || !domain || isLong) return { email: null, rest: clean }
  return { email: `${local}@${domain.toLowerCase()}`, rest: address === bare ? null : clean }
}

const scheme = /^(?:mailto:|https?:\/\/)/i
/** Begins only at the start of a word, so that each word is scanned once. */
const emailAddress =
  /(?<![^\s@<>()[\],;:"/])([^\s@<>()[\],;:"/]+)@([a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,})/i
