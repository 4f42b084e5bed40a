/** The most characters of an answer: about 1,500 tokens. */
const mostCharacters = 6000

type Parts = { head: string[]; items: string[]; tail: string[] }

/**
 * Joins the lines of an answer. If there is no room, the last items are omitted and counted, then the end of
 * the head. The tail, which names the snapshot, always stays.
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

/** A text in one line, up to a number of characters. */
export function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

/** A source's text in one line, cut at a number of characters. */
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

/** `4.5` as `$4.50`; null as unknown. */
export const dollarText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? 'unknown' : `$${amount.toFixed(2)}`
