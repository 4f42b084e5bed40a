import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Location } from './places/locate.ts'
import { alternatives, articles, fillers, negators, prepositions } from './words.ts'

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
function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: raw, index } of text.matchAll(
    /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+|(?<=\b(?:do|does|is|are|wo)n) t\b)*|[,;!?&]/giu,
  )) {
    const last = tokens.at(-1)
    if (/[,;!?]/.test(raw) && last) last.isLast = true
    const word = wordsOf(raw).join('')
    if (word !== '') tokens.push({ word, start: index, end: index + raw.length, isLast: false })
  }
  return tokens
}

/** Returns true for a word between a negator and what is not wanted: `not in the`, `not a`, `dont want`. */
const isLinking = (word = ''): boolean =>
  word in prepositions ||
  articles.has(word) ||
  /^(?:an?|any|carry|eat|fed|have|need|quiero|sell|take|want)$/.test(word)

/** A parameter of lists and its value, as text. */
export type Meaning = { parameter: string; value: string }

/**
 * Words of a text that state a condition. `others`: what else they may mean. `corrected`: they have errors.
 * `location`: the place that they name.
 */
export type Part = Span &
  Meaning & { others: Meaning[]; corrected: boolean; location?: Location | undefined }

type Marks = Partial<Pick<Part, 'others' | 'corrected' | 'location'>>

/** Words for a condition that no request can state, and why. */
export type Unanswered = { text: string; reason: string }

/** A text while it is read: its words, and what they are found to mean. */
export class Draft {
  readonly text: string
  readonly tokens: Token[]
  parts: Part[] = []
  readonly #unanswered: Unanswered[]
  /** Words [from, until) that no request can state, and why: `without eggs`. */
  readonly #unwanted: { from: number; until: number; reason: string }[] = []
  nearMe = false
  unknownPlace: string | null = null
  readonly #names: Span[] = []
  readonly #isTaken: boolean[]

  /** `left`: the text with gaps where it is read already. */
  constructor(text: string, left: string, unanswered: Unanswered[]) {
    this.#unanswered = unanswered
    this.text = text
    this.tokens = tokensOf(left)
    this.#isTaken = this.tokens.map(() => false)
  }

  word(at: number): string | undefined {
    return this.tokens[at]?.word
  }

  /** The words [from, until) as typed. */
  typed(from: number, until: number): string {
    const { start, end } = this.#spanOf(from, until)
    return this.text.slice(start, end)
  }

  /** The words [from, until), folded. */
  words(from: number, until: number): string {
    return this.tokens
      .slice(from, until)
      .map(({ word }) => word)
      .join(' ')
  }

  /** Returns true if the words [from, until) mean nothing yet; without `commas`, they are one phrase. */
  isFree(from: number, until: number, { commas = false } = {}): boolean {
    if (until > this.tokens.length) return false
    for (let at = from; at < until; at++)
      if (this.#isTaken[at] || (!commas && at < until - 1 && this.tokens[at]!.isLast)) return false
    return true
  }

  /** The phrases of `most` down to `least` words that mean nothing yet, as [from, until), the longest first. */
  *phrases(most: number, least = 1): Iterable<[from: number, until: number]> {
    for (let count = most; count >= least; count--)
      for (let from = 0; from + count <= this.tokens.length; from++)
        if (this.isFree(from, from + count)) yield [from, from + count]
  }

  /** Returns true if a word means nothing, and is none that means nothing anywhere. */
  isOpen(at: number): boolean {
    return this.isFree(at, at + 1) && !fillers.has(this.tokens[at]!.word)
  }

  /** Takes the words [from, until), so that they are read no more. */
  take(from: number, until: number): void {
    this.#isTaken.fill(true, from, until)
  }

  /** Takes words that state conditions, or after a negator what is not wanted. */
  mark(from: number, until: number, meaning: Meaning, marks: Marks = {}): void {
    const negation = this.negation(from)
    if (negation !== null) return this.exclude(negation, until)
    this.take(from, until)
    const span = this.#spanOf(from, until)
    this.parts.push({ ...span, ...meaning, others: [], corrected: false, ...marks })
  }

  /** The first of the words that negate what follows: `no`, `other than`, `not in`; null if none do. */
  negation(at: number): number | null {
    let end = at
    while (isLinking(this.word(end - 1)) && this.isFree(end - 1, end)) end--
    const isNegator = (from: number) =>
      from >= 0 && this.isFree(from, end) && negators.has(this.words(from, end))
    return [end - 2, end - 1].find(isNegator) ?? null
  }

  /** Takes words that no request can state: by default, unwanted things. */
  exclude(from: number, until: number, reason = 'no filter excludes farms'): void {
    this.#unwanted.push({ from, until, reason })
    this.take(from, until)
  }

  /** Takes what is named after `or`, too: in `without eggs, milk or honey` nothing is wanted. */
  excludeAlternatives(): void {
    for (const each of this.#unwanted) {
      const until = this.#endOfAlternatives(each.until)
      const isNamed = ({ start }: Part) =>
        this.tokens.slice(each.until, until).some((token) => token.start === start)
      this.parts = this.parts.filter((part) => !isNamed(part))
      this.take(each.until, until)
      each.until = until
    }
  }

  #endOfAlternatives(first: number): number {
    let [end, isAny] = [first, false]
    for (let at = first; ;) {
      const isOr = alternatives.has(this.word(at) ?? '') && this.isFree(at, at + 1)
      if (!isOr && !this.tokens[at - 1]!.isLast) return end
      isAny ||= isOr
      const next = this.#endOfWords(at + Number(isOr))
      if (next === null) return end
      at = next
      if (isAny) end = next
    }
  }

  /** The end of the condition, or of the words that mean nothing, that begin at a place. */
  #endOfWords(at: number): number | null {
    const part = this.parts.find(({ start }) => start === this.tokens[at]?.start)
    if (part) return at + this.tokens.slice(at).filter(({ end }) => end <= part.end).length
    return this.runs().find(([from]) => from === at)?.[1] ?? null
  }

  /** Conditions that requests cannot state, and why: `without eggs`. */
  get excluded(): Unanswered[] {
    const told = this.#unwanted.map(({ from, until, reason }) => {
      const text = this.typed(from, until)
      return { text, reason }
    })
    return [...this.#unanswered, ...told]
  }

  /** Returns true if conditions end before a word and begin after it. */
  isBetweenParts(at: number): boolean {
    const [before, after] = [this.tokens[at - 1], this.tokens[at + 1]]
    return (
      this.parts.some(({ end }) => end === before?.end) &&
      this.parts.some(({ start }) => start === after?.start)
    )
  }

  /** Takes words as the name of a farm. */
  name(from: number, until: number): void {
    this.take(from, until)
    this.#names.push(this.#spanOf(from, until))
  }

  /** The runs of words that mean nothing, as [from, until). Words without meaning anywhere end none. */
  runs(): [from: number, until: number][] {
    const runs: [number, number][] = []
    for (let from = 0; from < this.tokens.length; from++) {
      if (!this.isOpen(from)) continue
      let until = from + 1
      while (this.isOpen(until) && !this.tokens[until - 1]!.isLast) until++
      runs.push([from, until])
      from = until - 1
    }
    return runs
  }

  /** The names, and phrases that mean nothing. If all is unread, the text may be one name. */
  unread(): string[] {
    const runs = this.runs().map((run) => this.#spanOf(...run))
    const all = [...this.#names, ...runs].toSorted((a, b) => a.start - b.start)
    const isAll = all.length > 0 && this.parts.length + this.excluded.length === 0 && !this.nearMe
    return isAll ? [this.text] : all.map(({ start, end }) => this.text.slice(start, end))
  }

  #spanOf(from: number, until: number): Span {
    return { start: this.tokens[from]!.start, end: this.tokens[until - 1]!.end }
  }

  get isAny(): boolean {
    return this.tokens.some(({ word }, at) => alternatives.has(word) && this.isFree(at, at + 1))
  }
}
