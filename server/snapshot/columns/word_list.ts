import { firstWhere } from '../../../data/binary_search.ts'

/** `isBegun`: the letters so far need only be near enough; all words that begin with them are visited. */
type Search = { table: EditTable; isBegun: boolean; visit: (first: number, end: number) => void }

/** A sorted list of words, searched like the tree of their letters. No search visits all words. */
export class WordList {
  readonly #words: string[]

  /** `words`: each once, in the order of UTF-16 units. */
  constructor(words: string[]) {
    this.#words = words
  }

  at(place: number): string {
    return this.#words[place]!
  }

  /** Finds the place of a word; undefined if it is not in the list. */
  placeOf(word: string): number | undefined {
    const place = this.#firstFrom(word)
    return this.#words[place] === word ? place : undefined
  }

  /** The places [first, end) of the words that begin with a text, the text itself included. */
  beginningWith(text: string): [first: number, end: number] {
    const first = this.#firstFrom(text)
    const isPast = (place: number) => !this.#words[place]!.startsWith(text)
    return [first, firstWhere(first, this.#words.length, isPast)]
  }

  /** The places of the words within `edits` edits of a word, ascending: see `editDistance`. */
  near(word: string, edits: number): number[] {
    const found: number[] = []
    this.#search(word, edits, false, (place) => void found.push(place))
    return found
  }

  /** The places [first, end) of the words whose beginnings are within `edits` edits of a word, ascending. */
  beginningNear(word: string, edits: number): [first: number, end: number][] {
    const found: [number, number][] = []
    this.#search(word, edits, true, (first, end) => void found.push([first, end]))
    return found
  }

  #search(word: string, edits: number, isBegun: boolean, visit: Search['visit']): void {
    const search = { table: new EditTable(word, edits), isBegun, visit }
    this.#descend(search, 0, this.#words.length, 0)
  }

  /** Searches the words of [first, end), whose first `depth` letters are in the table. */
  #descend(search: Search, first: number, end: number, depth: number): void {
    const { table, isBegun, visit } = search
    if (isBegun && table.matches(depth)) return visit(first, end)
    let child = first
    if (child < end && this.#words[child]!.length === depth) {
      if (!isBegun && table.matches(depth)) visit(child, child + 1)
      child++
    }
    while (child < end) {
      const letter = this.#words[child]!.charCodeAt(depth)
      const childEnd = this.#endOf(letter, depth, child + 1, end)
      if (table.append(depth, letter)) this.#descend(search, child, childEnd, depth + 1)
      child = childEnd
    }
  }

  /** The first place whose word does not sort before a text. */
  #firstFrom(text: string): number {
    return firstWhere(0, this.#words.length, (place) => this.#words[place]! >= text)
  }

  /** The first place of [low, high) whose word has another letter at `depth`. Most are near. */
  #endOf(letter: number, depth: number, low: number, high: number): number {
    const words = this.#words
    let step = 1
    while (low + step <= high && words[low + step - 1]!.charCodeAt(depth) === letter) {
      low += step
      step *= 2
    }
    return firstWhere(
      low,
      Math.min(high, low + step - 1),
      (place) => words[place]!.charCodeAt(depth) !== letter,
    )
  }
}

/**
 * The table of edit distances between the beginnings of a word and of a text. The text's letters come one by
 * one, a row each. Only cells that may be at most `edits` are computed, near the diagonal.
 */
class EditTable {
  readonly #word: string
  readonly #edits: number
  readonly #width: number
  readonly #cells: Uint8Array
  readonly #letters: number[] = []

  constructor(word: string, edits: number) {
    this.#word = word
    this.#edits = edits
    this.#width = word.length + 1
    this.#cells = new Uint8Array(this.#width * (word.length + edits + 1)).fill(edits + 1)
    for (let column = 0; column <= Math.min(edits, word.length); column++)
      this.#cells[column] = column
  }

  /** Returns true if the first `depth` letters are near enough to the whole word. */
  matches(depth: number): boolean {
    return this.#cells[depth * this.#width + this.#word.length]! <= this.#edits
  }

  /**
   * Puts a letter after the first `depth` letters, in place of any letter there. Returns true if a text with
   * this beginning may be near enough.
   */
  append(depth: number, letter: number): boolean {
    const row = depth + 1
    if (row > this.#word.length + this.#edits) return false
    this.#letters[depth] = letter
    const last = Math.min(this.#word.length, row + this.#edits)
    let least = this.#edits + 1
    for (let column = Math.max(0, row - this.#edits); column <= last; column++) {
      const cell = this.#cell(row, column)
      this.#cells[row * this.#width + column] = cell
      if (cell < least) least = cell
    }
    return least <= this.#edits
  }

  #cell(row: number, column: number): number {
    if (column === 0) return row
    const [cells, word] = [this.#cells, this.#word]
    const above = (row - 1) * this.#width + column
    const letter = this.#letters[row - 1]
    const wanted = word.charCodeAt(column - 1)
    const left = cells[above + this.#width - 1]! + 1
    let edits = Math.min(cells[above]! + 1, left, cells[above - 1]! + (letter === wanted ? 0 : 1))
    const isSwapped =
      row > 1 &&
      column > 1 &&
      this.#letters[row - 2] === wanted &&
      word.charCodeAt(column - 2) === letter
    if (isSwapped) edits = Math.min(edits, cells[above - this.#width - 2]! + 1)
    return edits
  }
}
