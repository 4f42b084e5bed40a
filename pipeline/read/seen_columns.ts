import { columnKey } from './columns/column_key.ts'
import { shapeOf, type Shape } from './shapes.ts'
import type { Cells } from './points.ts'

/** Rows whose values are looked at. */
const sampledRows = 200
/** A column has a shape where this share of so many values has it. */
const [leastShare, leastValues] = [0.8, 3]

/** The columns of a file, in its order, and what their values look like. */
export class SeenColumns {
  readonly #shapes = new Map<string, Map<Shape, number>>()
  #rows = 0
  readonly #given: ReadonlyMap<string, string | null>
  /** Whether a header has named all columns; in JSON each object has its own. */
  isWhole = false

  /** `given`: by what the file calls a column, what its kind calls it, or null where it is none of these. */
  constructor(given: Record<string, string | null> = {}) {
    this.#given = new Map(Object.entries(given).map(([name, of]) => [columnKey(name), of]))
  }

  /** What the kind of the file calls a column. */
  named = (name: string): string =>
    this.#given.size === 0 ? name : (this.#given.get(columnKey(name)) ?? name)

  /** Whether the sources file says of a column that its kind has none such. */
  isNone = (name: string): boolean => this.#given.get(columnKey(name)) === null

  /** Notes the names of a table. */
  header(names: readonly string[]): void {
    this.isWhole = true
    for (const name of names) this.#note(name)
  }

  take(row: Cells & { parts: { names: readonly string[] } }): void {
    const isSampled = this.#rows++ < sampledRows
    if (this.isWhole && !isSampled) return
    for (const name of row.parts.names) {
      const shapes = this.#note(name)
      const text = isSampled && shapes ? row.get(name) : null
      if (text === null) continue
      const shape = shapeOf(text)
      shapes!.set(shape, (shapes!.get(shape) ?? 0) + 1)
    }
  }

  get names(): string[] {
    return [...this.#shapes.keys()]
  }

  /** Column → the shape of nearly all its values; null where they are of several, or too few. */
  shapes(): Record<string, Shape | null> {
    return Object.fromEntries([...this.#shapes].map(([name, counts]) => [name, mostly(counts)]))
  }

  #note(given: string): Map<Shape, number> | undefined {
    const name = given.trim()
    if (name === '' || name.startsWith('@')) return undefined
    const shapes = this.#shapes.get(name) ?? new Map<Shape, number>()
    this.#shapes.set(name, shapes)
    return shapes
  }
}

function mostly(counts: Map<Shape, number>): Shape | null {
  const values = counts.values().reduce((sum, count) => sum + count, 0)
  const [shape, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [null, 0]
  return values >= leastValues && count >= leastShare * values ? shape : null
}
