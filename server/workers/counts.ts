import type { CountName } from '../access/limits/counters/thread_counter.ts'

/** Initial and maximum number of counts. */
const [first, most] = [2 ** 14, 2 ** 26]

type Window = { start_ms: number; places: Map<string, number> }

/** Counts in memory that threads share, and their owners. */
export class CountsInMemory {
  readonly #memory = new SharedArrayBuffer(4 * first, { maxByteLength: 4 * most })
  /** Grows with the memory, in every thread. */
  readonly counts = new Int32Array(this.#memory)
  /** The windows of each policy in which a thread may still count. */
  readonly #windows = new Map<string, Window[]>()
  readonly #free: number[] = []
  #used = 0

  /** Returns the index of a subject's count; a new count starts at `known`. */
  placeOf({ policy, subject, start_ms, end_ms }: CountName, known: number): number {
    const { places } = this.#windowOf(policy, start_ms, end_ms)
    const found = places.get(subject)
    if (found !== undefined) return found
    const place = this.#free.pop() ?? this.#next()
    Atomics.store(this.counts, place, known)
    places.set(subject, place)
    return place
  }

  #windowOf(policy: string, start_ms: number, end_ms: number): Window {
    const windows = this.#windows.get(policy) ?? []
    const known = windows.find((window) => window.start_ms === start_ms)
    if (known) return known
    const begun = { start_ms, places: new Map<string, number>() }
    // A thread counts in the present window and the previous one; one more stays for a slow clock.
    const oldest_ms = start_ms - 2 * (end_ms - start_ms)
    for (const window of windows)
      if (window.start_ms < oldest_ms)
        for (const place of window.places.values()) this.#free.push(place)
    const kept = windows.filter((window) => window.start_ms >= oldest_ms)
    this.#windows.set(policy, [...kept, begun])
    return begun
  }

  #next(): number {
    if (this.#used === this.counts.length) this.#memory.grow(2 * this.#memory.byteLength)
    return this.#used++
  }
}
