import { monthNames } from '../../data/calendar.ts'
import { groupDigits } from '../../data/digit_grouping.ts'
import { html, type Html } from '../../data/html.ts'

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** A size of a file: `512 bytes`, `1.5 MB`. */
export function size(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
  const value = bytes / 1000 ** step
  return `${step > 0 && value < 10 ? value.toFixed(1) : groupDigits(Math.round(value))} ${units[step]}`
}

/** An instant, in UTC to the minute. */
export const instant = (iso: string): Html =>
  html`<time datetime="${iso}"
    ><span>${iso.slice(0, 10)}</span> <span>${iso.slice(11, 16)} UTC</span></time
  >`

/** An instant, or a word if there is none. */
export const instantOr = (iso: string | null, word: string): Html | string =>
  iso === null ? word : instant(iso)

/** A day, `2026-11-21`, as `21 Nov`. */
export const shortDay = (day: string): string =>
  `${Number(day.slice(8, 10))}\u00a0${monthNames[Number(day.slice(5, 7)) - 1]}`

/** A name of a field or a value as words: `delivery_options` as `delivery options`. */
export const asWords = (name: string): string => name.replaceAll('_', ' ')

/** Text with its `code` in code elements. */
export const inline = (text: string): Html =>
  html`${text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`

/** A share in percent. Some is never shown as none, and less than all never as all. */
export function percentOf(count: number, of: number): string {
  if (count === 0 || count === of) return count === 0 ? '0\u00a0%' : '100\u00a0%'
  const pct = (100 * count) / of
  if (pct < 0.1) return 'under 0.1\u00a0%'
  if (pct > 99.9) return 'over 99.9\u00a0%'
  return `${pct.toFixed(1)}\u00a0%`
}

/** A count and its share: `1,439 (35.6 %)`. */
export const countAndShare = (count: number, of: number): string =>
  `${groupDigits(count)} (${percentOf(count, of)})`

/** A message as a sentence: `did you mean eggs?` as `Did you mean eggs?`. */
export const sentence = (message: string): string =>
  message.charAt(0).toUpperCase() + message.slice(1) + (/[.?!…]$/.test(message) ? '' : '.')
