import type { RejectedRow } from '../adapter.ts'
import { SourceError } from '../source_error.ts'
import { isObject } from '../../../data/plain_object.ts'
import { endsInside } from './csv.ts'

/** One JSON object of a file, and the line on which it begins, from 1. */
export type JsonRecord = { line: number; object: Record<string, unknown>; text: string }

/** Members that hold the rows of a document: in GeoJSON, the portal's JSON, Overpass's JSON, and others. */
const containers = new Set(['features', 'data', 'elements', 'records', 'results', 'rows', 'items'])

/** Maximum length of a row: an object that is never closed must not consume the file. */
const maxRowCharacters = 16_000_000

/**
 * Streams the objects of a JSON text: JSON Lines (also with record separators, RFC 8142), an array, or a
 * document with an array of objects, such as `features` or `data`. A line or object that is not JSON becomes
 * a rejected row. Throws a SourceError if the text is truncated.
 */
export async function* parseJson(
  blocks: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<JsonRecord | RejectedRow> {
  let cutter: Cutter | undefined
  for await (const block of blocks) {
    const text = block.toString()
    cutter ??= beginsWithRow(text) ? lineCutter(path) : new ElementCutter(path)
    for (const piece of cutter.take(text)) yield parsed(piece)
  }
  cutter?.end()
}

/** Begins each text of a JSON text sequence (RFC 7464). */
const recordSeparator = '\u001e'
export const withoutSeparators = (text: string) => text.replaceAll(recordSeparator, '')

type Piece = { line: number; text: string }
type Cutter = Pick<ElementCutter, 'take' | 'end'>

function parsed({ line, text }: Piece): JsonRecord | RejectedRow {
  const value = tryParse(text)
  if (value === undefined) return { line, rejected: 'not JSON', raw: text }
  if (!isObject(value)) return { line, rejected: 'not a JSON object', raw: text }
  if (isDeeper(value, mostLevels))
    return { line, rejected: `nested deeper than ${mostLevels} levels`, raw: text }
  return { line, object: value, text }
}

/** Recognizes JSON Lines: the first line is a whole object that is not a container of rows. */
function beginsWithRow(text: string): boolean {
  const [first = ''] = withoutSeparators(text).trimStart().split('\n', 1)
  const value = tryParse(first)
  return isObject(value) && !Object.entries(value).some(([name, rows]) => holdsRows(name, rows))
}

const holdsRows = (name: string, value: unknown) =>
  containers.has(name) && Array.isArray(value) && (value.length === 0 || value.some(isObject))

/** The rows of a whole JSON document; null if it has none. */
export function rowsOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return null
  return (Object.entries(value).find(([name, rows]) => holdsRows(name, rows))?.[1] ?? null) as
    unknown[] | null
}

/** Cuts a text into its lines. */
function lineCutter(path: string): Cutter {
  let line = 0
  return {
    end() {},
    *take(block) {
      for (const each of linesOf(block, path)) {
        line++
        const text = withoutSeparators(each).trim()
        if (text !== '') yield { line, text }
      }
    },
  }
}

/**
 * Cuts the elements out of an array as text. A broken element does not affect others, and each keeps its line
 * and its text for digests. Streaming parsers from npm stop at the first fault and return values only. For
 * 100,000 rows (98 MB), stream-json took 5.5 s of CPU time, @streamparser/json 2.9 s and this class 2.0 s.
 *
 * Line breaks do not matter. Outside strings, only brackets and the commas between elements count: `#depth`
 * is the number of open brackets, `#rowDepth` that number at the start of a row.
 */
class ElementCutter {
  readonly #path: string
  #line = 1
  #depth = 0
  #rowDepth: number | null = null
  #inString = false
  #escaped = false
  /** The last string at depth 1 of a document: possibly the name of the member with the rows. */
  #name = ''
  #row: { line: number; text: string } | null = null

  constructor(path: string) {
    this.#path = path
  }

  *take(block: string): Generator<Piece> {
    let start = 0
    for (let at = 0; at < block.length; at++) {
      const character = block[at]!
      if (character === '\n') this.#line++
      if (this.#inString) {
        this.#stepInString(character)
        continue
      }
      if (this.#depth === this.#rowDepth) {
        const isEnd = character === ',' || character === ']'
        if (isEnd && this.#row) yield this.#cut(block.slice(start, at))
        if (!isEnd && !this.#row && character.trim() !== '') {
          this.#row = { line: this.#line, text: '' }
          start = at
        }
      }
      if (character === '"') this.#openString()
      else if (character === '{' || character === '[') {
        if (this.#rowDepth === null && this.#holdsRows(character)) this.#rowDepth = this.#depth + 1
        this.#depth++
      } else if (character === '}' || character === ']') {
        this.#depth--
        if (this.#row && this.#depth === this.#rowDepth) yield this.#cut(block.slice(start, at + 1))
        if (this.#rowDepth !== null && this.#depth < this.#rowDepth) this.#rowDepth = null
      }
    }
    if (this.#row) this.#keep(block.slice(start))
  }

  end(): void {
    if (this.#depth > 0)
      throw new SourceError(
        `${this.#path} is a truncated JSON file: it ends in the middle (download it again)`,
      )
  }

  #stepInString(character: string) {
    if (this.#escaped) this.#escaped = false
    else if (character === '\\') this.#escaped = true
    else if (character === '"') this.#inString = false
    else if (this.#depth === 1) this.#name += character
  }

  #openString() {
    this.#inString = true
    if (this.#depth === 1) this.#name = ''
  }

  /** True if a bracket opens an array of rows. */
  #holdsRows(character: string): boolean {
    const isNamed = this.#depth === 1 && containers.has(this.#name)
    return character === '[' && (this.#depth === 0 || isNamed)
  }

  /** Ends the current row with its last text. */
  #cut(end: string): Piece {
    const { line, text } = this.#row!
    this.#row = null
    return { line, text: (text + end).trimEnd() }
  }

  #keep(text: string) {
    this.#row!.text += text
    if (this.#row!.text.length > maxRowCharacters)
      throw new SourceError(
        `${this.#path} can't be read as JSON: the object that begins on line ${this.#row!.line} has over ${maxRowCharacters} characters`,
      )
  }
}

/** More than any format needs; readers recurse into a row. */
const mostLevels = 64

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)))

/** The lines of a block that ends with a line end, or with the text. */
export function linesOf(block: string, path: string): string[] {
  const lines = block.split('\n')
  const open = lines.at(-1)!
  if (open === '') lines.pop()
  else if (/^\s*\{/.test(open) && tryParse(open) === undefined)
    throw endsInside(path, 'its last line begins an object that nothing closes')
  return lines
}

/** Returns undefined for text that is not JSON. */
export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
