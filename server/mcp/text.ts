/** The most characters of an answer: about 1,500 tokens. */
const mostCharacters = 6000

type Parts = { head: string[]; items: string[]; tail: string[] }

/**
 * Joins the lines of an answer; items from the end are left out, and counted, where there is no room, and
 * then the end of the head. The tail, which says what the answer is from, always stands.
 */
export function answerText({ head, items, tail }: Parts): string {
  for (let kept = items.length; kept > 0; kept--) {
    const left = items.length - kept
    const note =
      left === 0 ? [] : [`(${left} more omitted for length: request fewer or narrow the filters)`]
    const text = [...head, ...items.slice(0, kept), ...note, ...tail].join('\n')
    if (text.length <= mostCharacters) return text
  }
  const end = ['', ...tail].join('\n')
  return clip(head.join('\n'), mostCharacters - end.length) + end
}

/** A text in one line of at most so many characters. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

/** A text of a source in one line, cut at so many characters. */
export const quoted = (text: string, most: number): string =>
  clip(text.replaceAll(/\s+/g, ' ').trim(), most)

/** `eggs, honey, … (+3 more)`; null is said as unknown, none as none. */
export function names(list: readonly string[] | null | undefined, most: number): string {
  if (list === null || list === undefined) return 'unknown'
  if (list.length === 0) return 'none'
  const shown = list.slice(0, most).map((name) => quoted(name, 60))
  const more = list.length > most ? ` (+${list.length - most} more)` : ''
  return shown.join(', ') + more
}

/** The day of an instant. */
export const dayOf = (instant: string): string => instant.slice(0, 10)

/** `4.5` as `$4.50`; null as unknown. */
export const dollars = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? 'unknown' : `$${amount.toFixed(2)}`
