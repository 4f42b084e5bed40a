import type { FarmRow, RejectedRow, SourceFarm } from './adapter.ts'

/** The names of a table's columns, and where each is. */
export type Header = {
  names: readonly string[]
  indexesOf: ReadonlyMap<string, number[]>
  inFile: boolean
}

/** Files differ in case, blanks and underscores (`Market Name`, `market_name`). */
export function columnKey(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (keys.size < mostKeys) keys.set(name, key)
  return key
}
const keys = new Map<string, string>()
const mostKeys = 10_000

export function makeHeader(names: readonly string[], inFile: boolean): Header {
  const indexesOf = new Map<string, number[]>()
  for (const [index, name] of names.entries()) {
    const key = columnKey(name)
    if (key !== '') indexesOf.set(key, [...(indexesOf.get(key) ?? []), index])
  }
  return { names, indexesOf, inFile }
}

/** A cell as the source writes it, or null where it is blank; `nan` is how pandas writes a blank. */
const blank = /^\s*(?:nan|null|none|\\N)?\s*$/i
const cellOf = (text: string | undefined) => (text === undefined || blank.test(text) ? null : text)

/** One row of a file: its cells as text, found by column name whatever its case and blanks. */
export class Row {
  readonly line: number
  /** The columns' names as the file has them. */
  readonly names: readonly string[]
  /** A table's row: its fields in order. */
  readonly fields: readonly string[] | null
  /** A GeoJSON feature's geometry, as it stands. */
  readonly geometry: unknown
  /** A table's header. */
  readonly header: Header | null
  readonly #read: (key: string) => (string | undefined)[]
  readonly #raw: () => string

  private constructor(
    parts: Pick<Row, 'line' | 'names' | 'fields' | 'geometry' | 'header'>,
    read: (key: string) => (string | undefined)[],
    raw: () => string,
  ) {
    this.line = parts.line
    this.names = parts.names
    this.fields = parts.fields
    this.geometry = parts.geometry
    this.header = parts.header
    this.#read = read
    this.#raw = raw
  }

  static ofFields(line: number, fields: readonly string[], header: Header): Row {
    const { names, indexesOf } = header
    return new Row(
      { line, names, fields, geometry: null, header },
      (key) => indexesOf.get(key)?.map((index) => fields[index]) ?? [],
      () =>
        JSON.stringify(
          fields.length === names.length && new Set(names).size === names.length
            ? Object.fromEntries(names.map((name, i) => [name, fields[i]]))
            : fields,
        ),
    )
  }

  /** Of a feature the properties are the cells, and `@feature id` its own id; of Overpass's elements the tags. */
  static ofObject(line: number, object: Record<string, unknown>, text: string): Row {
    const isFeature = object['type'] === 'Feature'
    const { tags, properties, id, ...rest } = object
    const cells = isFeature
      ? cellsOf({ ...asObject(properties), '@feature id': id })
      : cellsOf({
          ...asObject(tags),
          ...rest,
          ...(tags ? { '@id': id } : { id }),
          ...(properties ? { properties } : {}),
        })
    const byKey = new Map<string, string[]>()
    for (const [name, cell] of cells)
      byKey.set(columnKey(name), [...(byKey.get(columnKey(name)) ?? []), cell])
    return new Row(
      {
        line,
        names: cells.map(([name]) => name),
        fields: null,
        geometry: isFeature ? object['geometry'] : null,
        header: null,
      },
      (key) => byKey.get(key) ?? [],
      () => text,
    )
  }

  /** The first cell of these columns that is not blank, or null. */
  get(...names: string[]): string | null {
    for (const name of names)
      for (const text of this.#read(columnKey(name))) {
        const cell = cellOf(text)
        if (cell !== null) return cell
      }
    return null
  }

  /** A table's row with other fields in the same columns. */
  withFields(fields: readonly string[]): Row {
    if (!this.header) throw new Error('only a table has rows of fields')
    return Row.ofFields(this.line, fields, this.header)
  }

  has(name: string): boolean {
    return this.#read(columnKey(name)).length > 0
  }

  /** Says that a table's row is longer or shorter than its header; null where it is not. */
  lengthFault(): string | null {
    if (!this.fields) return null
    const { length } = this.names
    const surplus = this.fields.slice(length).some((field) => field.trim() !== '')
    return this.fields.length < length || surplus
      ? `${this.fields.length} fields, expected ${length}`
      : null
  }

  /** Says that a column has no number for an id; null where it has. */
  idFault(name: string): string | null {
    const id = this.get(name)
    if (id === null) return `${name}: blank`
    return wholeNumber.test(id) ? null : `${name}: \`${id}\` is not a number`
  }

  /** The id that a column has, after `idFault`. */
  id(name: string): string {
    return wholeNumber.exec(this.get(name) ?? '')![1]!
  }

  blankFault(name: string): string | null {
    return this.get(name) === null ? `${name}: blank` : null
  }

  /** The row as the farm that it was read as. */
  readAs(farm: SourceFarm): FarmRow {
    return { line: this.line, farm, raw: this.#raw }
  }

  /** The row as one that is refused, and why. */
  rejectedFor(rejected: string): RejectedRow {
    return { line: this.line, rejected, raw: this.#raw() }
  }

  /** The row as it stands, as JSON text. */
  raw(): string {
    return this.#raw()
  }
}

/** A spreadsheet may have made an id a number with a decimal point. */
const wholeNumber = /^\s*(\d+)(?:\.0+)?\s*$/

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Flattens an object: `market_link: {url}` gives the cell `market_link.url`, a list its texts joined by `;`. */
function cellsOf(object: Record<string, unknown>, prefix = ''): [string, string][] {
  return Object.entries(object).flatMap(([name, value]): [string, string][] => {
    const path = prefix + name
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) return [[path, value.map(textOf).join(';')]]
    if (typeof value === 'object') return cellsOf(value as Record<string, unknown>, `${path}.`)
    return [[path, textOf(value)]]
  })
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? '')
