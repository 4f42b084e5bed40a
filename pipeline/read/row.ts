import type { FarmRow, RejectedRow, SourceFarm, SourceRow } from './adapter.ts'
import { columnKey } from './columns/column_key.ts'
import { isBlank, plainCell, semicolonList } from './values.ts'
import { isObject } from '../../data/plain_object.ts'

/** The column names of a table, and their positions. */
export type Header = {
  names: readonly string[]
  indexesOf: ReadonlyMap<string, number[]>
  /** True if all names differ. */
  areDistinct: boolean
  inFile: boolean
}

export const makeHeader = (names: readonly string[], inFile: boolean): Header => ({
  names,
  indexesOf: Map.groupBy(
    names.keys().filter((index) => columnKey(names[index]!) !== ''),
    (index) => columnKey(names[index]!),
  ),
  areDistinct: new Set(names).size === names.length,
  inFile,
})

type Parts = {
  line: number
  /** The column names in the file. */
  names: readonly string[]
  /** The cells of the columns with a key (`columnKey`). */
  cells: (key: string) => (string | undefined)[]
  /** The row as in its file, as JSON text. */
  raw: () => string
  /** The geometry of a GeoJSON feature, unchanged. */
  geometry?: unknown
  /** For a table's row: its fields in order. */
  table?: { fields: readonly string[]; header: Header }
}

/** One row of a file: its cells as text, by column name, ignoring case and blanks. */
export class Row {
  readonly parts: Parts

  private constructor(parts: Parts) {
    this.parts = parts
  }

  static ofFields(line: number, fields: readonly string[], header: Header): Row {
    const { names, indexesOf, areDistinct } = header
    return new Row({
      line,
      names,
      cells: (key) => indexesOf.get(key)?.map((index) => fields[index]) ?? [],
      raw: () =>
        JSON.stringify(
          areDistinct && fields.length === names.length
            ? Object.fromEntries(names.map((name, i) => [name, fields[i]]))
            : fields,
        ),
      table: { fields, header },
    })
  }

  /**
   * Makes a row of an object. For a feature, the cells are its properties, and `@feature id` its id; for an
   * Overpass element, its tags. `named`: translates a column name of the file to the file type's.
   */
  static ofObject(
    line: number,
    object: Record<string, unknown>,
    text: string,
    named: (column: string) => string = String,
  ): Row {
    const isFeature = object['type'] === 'Feature'
    const { tags, properties, id, ...rest } = object
    const cells = isFeature
      ? cellsOf({ ...asObject(properties), '@feature id': id })
      : cellsOf({
          ...(isObject(tags) ? { ...tags, ...rest, '@id': id } : { id, tags, ...rest }),
          ...(properties ? { properties } : {}),
        })
    const byKey = Map.groupBy(cells, ([name]) => columnKey(named(name)))
    return new Row({
      line,
      names: cells.map(([name]) => named(name)),
      cells: (key) => byKey.get(key)?.map(([, text]) => text) ?? [],
      raw: () => text,
      geometry: isFeature ? object['geometry'] : null,
    })
  }

  /** The first cell of these columns that is not blank; null if all are. */
  get(...names: string[]): string | null {
    for (const name of names)
      for (const text of this.parts.cells(columnKey(name)))
        if (text !== undefined && !isBlank(text)) return plainCell(text)
    return null
  }

  /** The cells of all columns with this name that are not blank. */
  all(name: string): string[] {
    return this.parts
      .cells(columnKey(name))
      .flatMap((text) => (text === undefined || isBlank(text) ? [] : [plainCell(text)]))
  }

  /** The values of a `;`-list in the first of these columns that is not blank; null if there are none. */
  list(...names: string[]): string[] | null {
    return semicolonList(this.get(...names))
  }

  has(name: string): boolean {
    return this.parts.cells(columnKey(name)).length > 0
  }

  /** The reason to reject the row (its fields, its id, or a name of no farm); null if there is none. */
  fault({ name, id }: { name: string | readonly string[]; id?: string }): string | null {
    const names = [name].flat()
    const ofId = id === undefined ? null : idFault(id, this.get(id))
    return lengthFault(this.parts) ?? ofId ?? nameFault(names[0]!, this.get(...names))
  }

  /** The whole number in an id column; call `fault` first. */
  id(name: string): string {
    return wholeNumber.exec(this.get(name) ?? '')![1]!
  }

  /** The row as a farm; rejected if it has a fault. */
  as(fault: string | null, read: (row: Row) => SourceFarm): SourceRow {
    return fault === null ? this.readAs(read(this)) : this.rejectedFor(fault)
  }

  readAs(farm: SourceFarm): FarmRow {
    return { line: this.parts.line, farm, raw: this.parts.raw }
  }

  rejectedFor(rejected: string): RejectedRow {
    return { line: this.parts.line, rejected, raw: this.parts.raw() }
  }
}

function lengthFault({ names: { length }, table }: Parts): string | null {
  if (!table) return null
  const { fields } = table
  const surplus = fields.slice(length).some((field) => field.trim() !== '')
  if (fields.length < length || surplus) return `${fields.length} fields, expected ${length}`
  const joined = fields.find((field) => field.startsWith('"') && hasRow(field, length))
  return joined
    ? `a quote joins \`${joined.split('\n').length}\` lines: remove it from the file`
    : null
}

/** True if a field has another line, with the separators of a row. */
const hasRow = (field: string, length: number) =>
  field.includes('\n') && (field.match(/[,;\t]/g)?.length ?? 0) >= length - 1

/** A spreadsheet may have added a decimal point to an id. */
const wholeNumber = /^\s*(\d+)(?:\.0+)?\s*$/

function idFault(column: string, id: string | null): string | null {
  if (id === null) return `${column}: blank`
  return wholeNumber.test(id) ? null : `${column}: \`${id}\` is not a number`
}

/** `Total: 5 farms`, `TEST market 2, please delete`, `asdf`. */
const ofNoFarm =
  /^(?=.*(?:total|test|asdf|do not use))\W*(?:(?:grand|sub|(?:sub)?totals?|number|count|of|tests?|testing|asdf\w*|please|do|not|use|publish|delete|ignore|farms?|markets?|csa|stands?|listings?|records?|rows?|entry|entries)\b[\W\d]*)+$/i

function nameFault(column: string, name: string | null): string | null {
  if (name === null) return `${column}: blank`
  return ofNoFarm.test(name)
    ? `${column}: \`${name.trim()}\` is a total or a test, not a farm`
    : null
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * Flattens an object: `market_link: {url}` becomes the cell `market_link.url`; a list becomes its texts
 * joined by `;`.
 */
function cellsOf(object: Record<string, unknown>, prefix = ''): [string, string][] {
  return Object.entries(object).flatMap(([name, value]): [string, string][] => {
    const path = prefix + name
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) return [[path, value.map(textOf).join(';')]]
    if (typeof value === 'object') return cellsOf(value as Record<string, unknown>, `${path}.`)
    return [[path, textOf(value)]]
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return isObject(value) ? textOfObject(value) : (JSON.stringify(value ?? '') ?? '')
}

/** An object in a list: its name, or its values (`Sat 09:00-13:00`). */
function textOfObject({ name, title, label, ...others }: Record<string, unknown>): string {
  const named = [name, title, label].find((each) => typeof each === 'string')
  if (named !== undefined) return named
  const texts = cellsOf(others).map(([key, text]) => (closing.test(key) ? `-${text}` : text))
  return texts.join(' ').replaceAll(' -', '-')
}

const closing = /^(?:closes?|to|until|end)(?:_?time)?$/i
