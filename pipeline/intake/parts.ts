import type { SourceRow, TextRow } from '../read/adapter.ts'
import { emptyIntake, type Intake, type SourceFile } from './intake.ts'

/** The intake of an edition in a file, and its number in the build. */
export type Part = { intake: Intake; input: number }

/** The editions in a file, in the order of their first rows; most files are one. */
export class Parts {
  readonly #source: SourceFile
  readonly #whole: Intake
  readonly #first: number
  readonly #parts = new Map<string | undefined, Part>()
  /** The editions of rows that readers have, in order. */
  readonly #rows: (string | undefined)[] = []

  /** `whole`: the intake of rows without an edition of their own; `first`: the number of the first part. */
  constructor(source: SourceFile, whole: Intake, first: number) {
    this.#source = source
    this.#whole = whole
    this.#first = first
  }

  /** The same rows; `next` returns their parts in order. */
  async *noted<Row extends SourceRow | TextRow>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      this.#rows.push(row.edition)
      yield row
    }
  }

  next(): Part {
    const edition = this.#rows.shift()
    const part = this.#parts.get(edition) ?? this.#begin(edition)
    this.#parts.set(edition, part)
    return part
  }

  get all(): [Intake, ...Intake[]] {
    const [first = this.#whole, ...others] = [...this.#parts.values()].map(({ intake }) => intake)
    return [first, ...others]
  }

  #begin(edition: string | undefined): Part {
    const input = this.#first + this.#parts.size
    if (edition === undefined) return { intake: this.#whole, input }
    const columns = this.#whole.columns.editions.get(edition)!
    return { intake: { ...emptyIntake(this.#source), edition, columns }, input }
  }
}
