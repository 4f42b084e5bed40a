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
  /** Whether a header has named all columns; in JSON each object has its own. */
  isWhole = false

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
