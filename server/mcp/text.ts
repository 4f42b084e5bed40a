import type { Problem } from '../http/problem.ts'

/** The most characters of an answer: about 1,500 tokens. */
export const mostCharacters = 6000

type Parts = { head: string[]; items: string[]; tail: string[] }

/**
 * Joins the lines of an answer, with up to `most` items. If there is no room, the last items are omitted and
 * counted, then the end of the head. The tail, which names the snapshot, always stays.
 */
export function answerText(
  { head, items, tail }: Parts,
  most = items.length,
): { text: string; kept: number } {
  for (let kept = Math.min(most, items.length); kept > 0; kept--) {
    const left = items.length - kept
    const note =
      left === 0 ? [] : [`(${left} more omitted for length: request fewer or narrow the filters)`]
    const text = [...head, ...items.slice(0, kept), ...note, ...tail].join('\n')
    if (text.length <= mostCharacters) return { text, kept }
  }
  const end = ['', ...tail].join('\n')
  return { text: clip(head.join('\n'), mostCharacters - end.length) + end, kept: 0 }
}

/** A text in one line, up to a number of characters. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

/** A source's text in one line, without invisible characters, cut at a number of characters. */
export const oneLine = (text: string, most: number): string =>
  clip(
    text
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    most,
  )

/** The same in double quotes, which no character of the text can end. */
export const quoted = (text: string, most: number): string => JSON.stringify(oneLine(text, most))

/** `eggs, honey, … (+3 more)`; null is said as unknown, none as none. */
export function names(list: readonly string[] | null | undefined, most: number): string {
  if (list === null || list === undefined) return 'unknown'
  if (list.length === 0) return 'none'
  const shown = list.slice(0, most).map((name) => oneLine(name, 60))
  const more = list.length > most ? ` (+${list.length - most} more)` : ''
  return shown.join(', ') + more
}

/** `4.5` as `$4.50`; null as unknown. */
export const dollarText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? 'unknown' : `$${amount.toFixed(2)}`

/** `per dozen`; a unit of several words is in quotes, as other texts of sources. */
export const perUnit = (unit: string): string =>
  `per ${/^[a-z]{1,12}$/i.test(unit) ? unit : quoted(unit, 40)}`

/** Remedies of the API, and the same of the tools. */
const remedies: [RegExp, string][] = [
  [/\/v1\/vocabulary lists all terms/, 'look_up_terms finds names like it'],
  [/send state=(\w+) to \/v1\/farms or \/v1\/food/, 'give state "$1" in place of near'],
  [/: send lat and lng/, ': give near, or name it in the text'],
  [/lat: is required: .*/, 'near: is required beside radius'],
  [/open_unknown=include/, 'include_unknown_hours'],
  [/; load the whole list again.*/, ''],
  [/^no farm .* in snapshot \S+$/, '$&; find_farms and get_farm by name give ids'],
]

/** A text of the API with the remedies of tools. */
export const inTools = (text: string): string =>
  remedies.reduce((worded, [pattern, remedy]) => worded.replace(pattern, remedy), text)

/** What an agent reads where the service refuses, so that it can mend its call. */
export function refusal({ message, errors, status, farm }: Problem): string {
  const told = farm?.name ? message.replace(farm.name, () => quoted(farm.name!, 150)) : message
  const suggestions = errors.flatMap(({ parameter, suggestion }) =>
    suggestion === undefined ? [] : [`${parameter}: "${suggestion}"`],
  )
  const tries = suggestions.length === 0 ? [] : [`Try ${suggestions.slice(0, 10).join(' or ')}.`]
  const paid =
    status === 403 ? ['Call again without it, and say that it could not be checked.'] : []
  return [clip(inTools(told), 1500), ...tries, ...paid].join('\n')
}
