import { wordsOf } from '../../../data/vocabulary/words.ts'

/** A word of a text. `word`: folded, for comparison. `isLast`: punctuation follows. */
export type Token = { word: string; start: number; end: number; isLast: boolean }

/** Part of a text, `end` exclusive. */
export type Span = { start: number; end: number }

/** The same text without accents and capitals, letter by letter at the same places. */
export const plainly = (text: string): string =>
  isAscii.test(text)
    ? text.toLowerCase()
    : Array.from(text.normalize('NFC'), (letter) =>
        letter.length > 1 ? letter : letter.normalize('NFD')[0]!.toLowerCase(),
      ).join('')

const isAscii = /^[ -~]*$/

/** The text with blanks for some parts, between which no phrase extends. */
export const without = (text: string, { start, end }: Span): string =>
  text.slice(0, start) + ';'.padEnd(end - start) + text.slice(end)

/** Splits a text into words: `cage-free` is two, `farmer's` is one. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: raw, index } of text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*|[,;!?&]/gu)) {
    const last = tokens.at(-1)
    if (/[,;!?]/.test(raw) && last) last.isLast = true
    const word = wordsOf(raw).join('')
    if (word !== '') tokens.push({ word, start: index, end: index + raw.length, isLast: false })
  }
  return tokens
}
