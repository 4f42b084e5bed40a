import { memoize } from '../../memoize.ts'

/** The pattern for each part of a date format in day.js and moment, with named groups. */
const parts: Record<string, string> = {
  YYYY: String.raw`(?<year>\d{4})`,
  YY: String.raw`(?<shortYear>\d\d)`,
  MMMM: '(?<name>[a-z]{3,9})',
  MMM: '(?<name>[a-z]{3,9})',
  MM: String.raw`(?<month>\d\d?)`,
  M: String.raw`(?<month>\d\d?)`,
  DD: String.raw`(?<day>\d\d?)`,
  D: String.raw`(?<day>\d\d?)`,
  HH: String.raw`(?<hour>\d\d?)`,
  H: String.raw`(?<hour>\d\d?)`,
  hh: String.raw`(?<hour>\d\d?)`,
  h: String.raw`(?<hour>\d\d?)`,
  mm: String.raw`(?<minute>\d\d)`,
  ss: String.raw`(?<second>\d\d)`,
  A: String.raw`(?<half>[ap]\.?m\.?)`,
  X: String.raw`(?<seconds>-?\d{1,11})(?:\.\d+)?`,
  x: String.raw`(?<milliseconds>-?\d{1,14})(?:\.\d+)?`,
}

/**
 * The pattern of a date format such as `DD.MM.YYYY` or `MMM D, YYYY h:mm A`. Its groups are year (shortYear
 * with two digits), month, day, name, hour, minute, second and half. `X` is seconds since 1970, `x`
 * milliseconds (groups seconds and milliseconds). Returns null if the format has an unknown or repeated
 * part, or no year.
 */
export const datePattern = memoize((format: string): RegExp | null => {
  const pieces = format.trim().match(/([A-Za-z])\1*|[^A-Za-z]+/g) ?? []
  const patterns = pieces.map((piece) =>
    /[A-Za-z]/.test(piece) ? (isLiteral(piece) ? piece : parts[piece]) : escaped(piece),
  )
  const groups = patterns.flatMap((pattern) => /\(\?<(\w+)>/.exec(pattern ?? '')?.[1] ?? [])
  const isWhole = ['year', 'shortYear', 'seconds', 'milliseconds'].some((group) =>
    groups.includes(group),
  )
  if (patterns.includes(undefined) || new Set(groups).size < groups.length || !isWhole) return null
  return new RegExp(`^${patterns.join('')}$`, 'i')
})

/** The letters between date and time in RFC 3339, and after the time. */
const isLiteral = (piece: string) => piece === 'T' || piece === 'Z'

const escaped = (text: string) =>
  RegExp.escape(text.replaceAll(/\s+/g, ' ')).replaceAll(String.raw`\x20`, String.raw`\s+`)
