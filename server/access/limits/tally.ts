import type { Increment, Ledger } from './ledger.ts'
import type { Moment } from './counters/counter.ts'
import { Unwritten } from './unwritten.ts'

/** Counts allowed requests for a ledger, which `flush` updates. */
export class Tally {
  readonly #ledger: Ledger
  readonly #unwritten = new Unwritten(addIncrement)
  #droppedBefore_ms = -Infinity

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  add(subject: string, { start_ms, now_ms }: Moment): void {
    const begin = () => ({ subject, start_ms, count: 0, last_ms: 0 })
    const row = this.#unwritten.row(`${subject}@${start_ms}`, begin)
    row.count += 1
    row.last_ms = Math.max(row.last_ms, now_ms)
  }

  /**
   * Writes the counts since the last flush and drops those from before the present window. Unwritten counts
   * stay for the next flush.
   */
  async flush({ start_ms }: Moment): Promise<void> {
    await this.#unwritten.write((increments) => this.#ledger.add(increments))
    if (start_ms <= this.#droppedBefore_ms) return
    await this.#ledger.dropBefore?.(start_ms)
    this.#droppedBefore_ms = start_ms
  }
}

function addIncrement(into: Increment, { count, last_ms }: Increment): void {
  into.count += count
  into.last_ms = Math.max(into.last_ms, last_ms)
}
