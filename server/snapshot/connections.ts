import type { DuckDBConnection } from '@duckdb/node-api'
import type { Asker } from '../load/asker.ts'
import type { Line } from '../load/line.ts'

/** A database's connections, lent in turns. One client gets at most half of the connections at a time. */
export class Connections {
  readonly #idle: DuckDBConnection[]
  readonly #mostOfOne: number
  readonly #line: Line
  readonly #running = new Map<string, number>()
  /** Idle connections that are not reserved for a waiting request. */
  #free: number

  constructor(connections: readonly DuckDBConnection[], line: Line) {
    this.#idle = [...connections]
    this.#mostOfOne = Math.max(1, Math.floor(connections.length / 2))
    this.#line = line
    this.#free = connections.length
  }

  /** Waits for a connection and lends it to `use`. Throws an `unavailable` Problem if that takes too long. */
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

  /** Clients at their limit do not block the queue: other clients pass them. */
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
