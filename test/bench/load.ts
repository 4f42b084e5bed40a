import { Connection, type Received } from './connection.ts'
import type { Request, Requests } from './requests.ts'

export type Load = {
  connections: number
  seconds: number
  /** Requests a second, evenly spaced; without it each connection asks again at once. */
  rate_per_s?: number | undefined
}

export type LoadResult = {
  seconds: number
  requests: number
  /**
   * Of each answer: from the moment its request was due to its last byte. Or evenly spaced quantiles.
   */
  latencies_ms: number[]
  /** Of the bodies of all answers. */
  bytes: number
  /** Processor time of the program that asks. */
  cpu_us: number
}

/** How long the last answers may take to come. */
const patience_ms = 30_000

/**
 * Asks a server for `seconds`, and waits for the last answers. Throws where a request fails, or an
 * answer is not as expected.
 */
export async function load(url: URL, requests: Requests, options: Load): Promise<LoadResult> {
  const run = new Run(url, requests, options)
  const deadline = setTimeout(
    () => run.fail(new Error(`no answer from ${url.href} within ${patience_ms / 1000} s`)),
    1000 * options.seconds + patience_ms,
  )
  try {
    return await run.result()
  } finally {
    clearTimeout(deadline)
    run.close()
  }
}

class Run {
  readonly #next: () => Request
  readonly #connections: Connection[]
  readonly #free: Connection[]
  readonly #start_ms = performance.now()
  readonly #end_ms: number
  /** Milliseconds from a request to the next; 0 = as many as the connections bear. */
  readonly #interval_ms: number
  readonly #latencies_ms: number[] = []
  readonly #finished = Promise.withResolvers<void>()
  readonly #startCpu = process.cpuUsage()
  #bytes = 0
  #due_ms = this.#start_ms
  #isOver = false

  constructor(url: URL, { next, expected }: Requests, { connections, seconds, rate_per_s }: Load) {
    this.#next = next
    this.#end_ms = this.#start_ms + 1000 * seconds
    this.#interval_ms = rate_per_s === undefined ? 0 : 1000 / rate_per_s
    const events = {
      answered: (connection: Connection, { bytes }: Received) => this.#answered(connection, bytes),
      failed: (error: Error) => this.fail(error),
    }
    this.#connections = Array.from(
      { length: connections },
      () => new Connection(url, expected, events),
    )
    this.#free = [...this.#connections]
  }

  async result(): Promise<LoadResult> {
    this.#poll()
    await this.#finished.promise
    const seconds = (performance.now() - this.#start_ms) / 1000
    const { user, system } = process.cpuUsage(this.#startCpu)
    const latencies_ms = this.#latencies_ms
    const requests = latencies_ms.length
    return { seconds, requests, latencies_ms, bytes: this.#bytes, cpu_us: user + system }
  }

  fail(error: Error): void {
    this.#isOver = true
    this.#finished.reject(error)
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  #answered(connection: Connection, bytes: number): void {
    this.#bytes += bytes
    this.#latencies_ms.push(performance.now() - connection.due_ms)
    this.#free.push(connection)
  }

  /**
   * Goes round and never sleeps. A server on the same machine would have to wake a sleeper for every
   * answer, which costs it up to 25 µs on a virtual machine, and nothing where clients are at the
   * far end of a network; a fast server never finds one asleep, so that slower ones would look
   * slower than they are.
   */
  #poll = (): void => {
    const now_ms = performance.now()
    if (now_ms < this.#end_ms) this.#sendDue(now_ms)
    else if (this.#free.length === this.#connections.length) this.#finish()
    if (!this.#isOver) setImmediate(this.#poll)
  }

  /**
   * With a rate, a request whose turn comes while every connection waits is sent late, and that
   * wait counts as latency: otherwise a stall would spare the server the requests of that time.
   */
  #sendDue(now_ms: number): void {
    if (this.#interval_ms === 0) this.#due_ms = now_ms
    while (this.#due_ms <= now_ms && this.#free.length > 0) {
      this.#free.pop()!.send(this.#next(), this.#due_ms)
      this.#due_ms += this.#interval_ms
    }
  }

  #finish(): void {
    this.#isOver = true
    this.#finished.resolve()
  }
}
