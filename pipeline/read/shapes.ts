import { flagOf } from './values.ts'
import { parseInstant } from './instant.ts'
import { degreesOf, pointIn } from './points.ts'

/** The shape of a text, whatever the name of its column. */
export type Shape =
  | 'flag'
  | 'zip code'
  | 'latitude'
  | 'longitude'
  | 'number'
  | 'point'
  | 'email'
  | 'web address'
  | 'telephone number'
  | 'time of day'
  | 'date'
  | 'days'
  | 'hours'
  | 'text'

const looks: [Shape, (text: string) => boolean][] = [
  ['flag', (text) => flagOf(text) !== null],
  ['zip code', fits(/^\d{5}(?:-\d{4})?$/)],
  ['latitude', (text) => isDegrees(text, 'NS', 17, 72)],
  ['longitude', (text) => isDegrees(text, 'EW', -180, -64)],
  ['number', fits(/^[-+]?\d{1,12}(?:\.\d+)?$/)],
  ['point', (text) => pointIn(text).lat !== null],
  ['email', fits(/^[^\s@]+@[^\s@]+$/)],
  [
    'web address',
    fits(/^(?:https?:\/\/|www\.)\S+$|^[a-z0-9-]+\.(?:com|org|net|us|gov|farm)(?:\/\S*)?$/i),
  ],
  [
    'telephone number',
    fits(/^(?:\+?1[-. ]?)?\(?\d{3}\)?[-./ ]{0,3}\d{3}[-. ]?\d{4}(?:\s*(?:x|ext).*)?$/i),
  ],
  [
    'time of day',
    fits(/^(?:1899-12-3[01][T ])?\d{1,2}(?::\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?|\s*[ap]\.?m\.?)$/i),
  ],
  ['days', isDays],
  ['date', (text) => !/^\d{4}$/.test(text) && parseInstant(text) !== null],
  ['hours', fits(/\d ?(?:[ap]\.?m\.?)? ?(?:-|–|\bto\b|until) ?\d/i)],
]

/** The shape of a text that is not blank; `text` if no other fits. */
export const shapeOf = (given: string): Shape => {
  const text = given.trim()
  return (text.length <= 200 && looks.find(([, isSo]) => isSo(text))?.[0]) || 'text'
}

function fits(pattern: RegExp) {
  return (text: string) => pattern.test(text)
}

/** A price or a number of acres (`25,000`) has fewer decimals. */
function isDegrees(text: string, sides: 'NS' | 'EW', least: number, most: number): boolean {
  if (!/\d\.\d{2}|\d,\d{4}|\d[°º]/.test(text)) return false
  const degrees = degreesOf(text, sides) ?? NaN
  return degrees >= least && degrees <= most
}

/** `Tue & Sat`, `Mon-Fri`, `Saturdays`. */
function isDays(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s,;&/.-]+/)
    .filter((word) => !/^(?:and|to|thru|through)?$/.test(word))
  return (
    words.length > 0 &&
    words.every((word) => /^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]{0,7}$/.test(word))
  )
}
