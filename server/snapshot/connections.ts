import type { DuckDBConnection } from '@duckdb/node-api'
import type { Asker } from '../load/asker.ts'
import type { Line } from '../load/line.ts'

/** The connections of a database, lent in turns: half of them at most to one caller at a time. */
export class Connections {
  readonly #idle: DuckDBConnection[]
  readonly #mostOfOne: number
  readonly #line: Line
  readonly #running = new Map<string, number>()
  /** Those idle that are not about to be used. */
  #free: number

  constructor(connections: readonly DuckDBConnection[], line: Line) {
    this.#idle = [...connections]
    this.#mostOfOne = Math.max(1, Math.floor(connections.length / 2))
    this.#line = line
    this.#free = connections.length
  }

  /** Waits for a connection, and has it while `use` runs. Throws an `unavailable` Problem where that takes too long. */
  async lend<Result>(
    asker: Asker,
    use: (connection: DuckDBConnection) => Promise<Result>,
  ): Promise<Result> {
    const { caller } = asker
    if (this.#free > 0 && this.#mayGo(caller)) this.#begin(caller)
    else await this.#line.join(asker)
    const connection = this.#idle.pop()!
    try {
      return await use(connection)
    } finally {
      this.#idle.push(connection)
      this.#end(caller)
    }
  }

  /** Callers that have all they may have are not in the line's way: others go before them. */
  #mayGo = (caller: string): boolean => (this.#running.get(caller) ?? 0) < this.#mostOfOne

  #begin(caller: string): void {
    this.#free--
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1)
  }

  #end(caller: string): void {
    this.#free++
    const others = this.#running.get(caller)! - 1
    if (others > 0) this.#running.set(caller, others)
    else this.#running.delete(caller)
    const next = this.#line.next(this.#mayGo)
    if (next !== undefined) this.#begin(next)
  }
}
