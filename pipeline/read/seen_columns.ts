import { columnKey } from './columns/column_key.ts'
import { choiceOf, type Choice } from './columns/choice.ts'
import { shapeOf, type Shape } from './shapes.ts'
import type { AnsweringRow, Answers } from './columns/answers.ts'
import type { Cells } from './points.ts'

/** Number of rows whose values are sampled. */
const sampledRows = 200
/** A column has a shape if this share of its values has it, out of at least this number of values. */
const [leastShare, leastValues] = [0.8, 3]

type SeenRow = Cells & AnsweringRow & { parts: { names: readonly string[] } }

/** The columns of a file, in its order, and the shapes of their values. */
export class SeenColumns {
  readonly #shapes = new Map<string, Map<Shape, number>>()
  #rows = 0
  readonly #given: ReadonlyMap<string, string | null>
  /** True if a header named all columns; in JSON each object has its own. */
  isWhole = false
  /** How rows answer in these columns; null = not counted. */
  readonly answers: Answers | null
  readonly choice: Choice
  /** The columns as the rows of each edition answer them, if the file holds several. */
  readonly editions = new Map<string, SeenColumns>()

  /** `given`: the file's name of a column → the file type's name, or null if that has no such column. */
  constructor(
    given: Record<string, string | null> = {},
    answers: Answers | null = null,
    choice = choiceOf({}),
  ) {
    this.answers = answers
    this.choice = choice
    this.#given = new Map(Object.entries(given).map(([name, of]) => [columnKey(name), of]))
  }

  /** Returns the file type's name of a column. */
  named = (name: string): string =>
    this.#given.size === 0 ? name : (this.#given.get(columnKey(name)) ?? name)

  /** True if the sources file states that the file type has no such column. */
  isNone = (name: string): boolean => this.#given.get(columnKey(name)) === null

  /** Records the column names of a table. */
  header(names: readonly string[]): void {
    this.isWhole = true
    for (const name of names) this.#note(name)
  }

  take(row: SeenRow): void {
    this.#sample(row)
    this.answers?.take(row)
    const { edition } = this.choice.editionOf(row)
    if (edition !== undefined) this.#ofEdition(edition).take(row)
  }

  #ofEdition(date: string): SeenColumns {
    const before = this.editions.get(date)
    if (before) return before
    const seen = new SeenColumns(Object.fromEntries(this.#given), this.answers?.anew() ?? null)
    if (this.isWhole) seen.header(this.names)
    this.editions.set(date, seen)
    return seen
  }

  #sample(row: SeenRow): void {
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

  /** Column → the shape of nearly all its values; null if they differ, or are too few. */
  shapes(): Record<string, Shape | null> {
    return Object.fromEntries([...this.#shapes].map(([name, counts]) => [name, mostly(counts)]))
  }

  /** Columns, shapes and answers, as plain data. */
  get state() {
    const shapes = Array.from(this.#shapes, ([name, counts]) => [name, [...counts]] as const)
    return { shapes, isWhole: this.isWhole, answers: this.answers?.state ?? null }
  }

  /** Sets what the rows of the same file had added. */
  restore({ shapes, isWhole, answers }: SeenColumns['state']): void {
    this.isWhole = isWhole
    for (const [name, counts] of shapes) {
      this.#note(name)
      this.#shapes.set(name, new Map(counts))
    }
    if (answers) this.answers?.restore(answers)
  }

  #note(given: string): Map<Shape, number> | undefined {
    const name = given.trim()
    if (name === '' || name.startsWith('@')) return undefined
    const shapes = this.#shapes.get(name) ?? new Map<Shape, number>()
    this.#shapes.set(name, shapes)
    this.answers?.note(name)
    return shapes
  }
}

function mostly(counts: Map<Shape, number>): Shape | null {
  const values = counts.values().reduce((sum, count) => sum + count, 0)
  const [shape, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [null, 0]
  return values >= leastValues && count >= leastShare * values ? shape : null
}
