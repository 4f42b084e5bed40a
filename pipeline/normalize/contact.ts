import { findPhoneNumbersInText } from 'libphonenumber-js'
import { cleanText } from './text/text.ts'

/**
 * Writes a telephone number in E.164 (`+18025550123`) where it is certainly one: ten digits of the
 * North American plan, any number that begins with `+`, or the only number in a text with remarks
 * (`802 555 0123 (barn)`). Other text (two numbers, an extension, letters) stays as it is, cleaned.
 * Null where there is none, or only one digit repeated.
 */
export function normalizePhone(text: string | null): string | null {
  const clean = cleanText(text)
  if (clean === null) return null
  const number = clean.replace(/^(?:tel|phone|ph|call|cell|mobile|office)\b[.:]? */i, '')
  if (!/^\+?[\d\s().\-–/]+$/.test(number)) return onlyNumberIn(clean) ?? clean
  const digits = number.replaceAll(/\D/g, '')
  if (/^(\d)\1*$/.test(digits)) return null
  const national = /^1?([2-9]\d\d[2-9]\d{6})$/.exec(digits)?.[1]
  if (national) return `+1${national}`
  return /^\+[2-9]\d{7,14}$/.test(`${number[0]}${digits}`) ? `+${digits}` : clean
}

/** Only what the patterns above leave comes here: libphonenumber takes twenty times as long. */
function onlyNumberIn(text: string): string | null {
  const [only, ...others] = findPhoneNumbersInText(text, 'US')
  if (!only || others.length > 0 || only.number.ext) return null
  return only.number.isValid() ? only.number.number : null
}

/** Reads the first e-mail address in a text, its domain in lower case; null where there is none. */
export function normalizeEmail(text: string | null): string | null {
  const clean = cleanText(text)
    ?.replace(/^mailto:/i, '')
    .replaceAll(/ ?@ ?/g, '@')
  const [, local, domain] =
    /([^\s@<>()[\],;:"/]+)@([a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,})/i.exec(clean ?? '') ?? []
  return local && domain ? `${local}@${domain.toLowerCase()}` : null
}
