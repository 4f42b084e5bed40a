import { load, type Load, type LoadResult } from './load.ts'
import { anything, type Requests } from './requests.ts'
import type { ServerProcess } from './server_process.ts'

/** How a server stood a load. */
export type Figures = {
  requests: number
  requests_per_s: number
  p50_ms: number
  p99_ms: number
  /** Processor time of the server's process for a request, which the machine's other work can't take. */
  cpu_us: number
  /** Of the body of an answer, on average. */
  bytes: number
  /** Of the processor time of both, what the load took. */
  load_share: number
}

/** The same requests, asked of the same server in one or more stretches. */
export class Meter {
  readonly #server: ServerProcess
  readonly #requests: Requests
  readonly #load: typeof load
  readonly #latencies_ms: number[] = []
  #seconds = 0
  #count = 0
  #cpu_us = 0
  #loadCpu_us = 0
  #bytes = 0

  constructor(server: ServerProcess, requests: Requests, byWhat = load) {
    this.#server = server
    this.#requests = requests
    this.#load = byWhat
  }

  /**
   * Puts a load on the server without counting it. Until what is made at first use is made, it may
   * turn requests away.
   */
  async warmUp(options: Load): Promise<void> {
    const { next, expected } = this.#requests
    await this.#ask(options, { next, expected: { ...expected, ...anything } })
  }

  /** Puts a load on the server and adds it to the figures. */
  async run(options: Load): Promise<void> {
    const before = await this.#server.usage()
    const { seconds, requests, latencies_ms, bytes, cpu_us } = await this.#ask(options)
    const after = await this.#server.usage()
    this.#seconds += seconds
    this.#count += requests
    this.#cpu_us += after.cpu_us - before.cpu_us
    this.#loadCpu_us += cpu_us
    this.#bytes += bytes
    for (const latency_ms of latencies_ms) this.#latencies_ms.push(latency_ms)
  }

  figures(): Figures {
    const latencies_ms = Float64Array.from(this.#latencies_ms).sort()
    const requests = this.#count
    return {
      requests,
      requests_per_s: requests / this.#seconds,
      p50_ms: percentile(latencies_ms, 50),
      p99_ms: percentile(latencies_ms, 99),
      cpu_us: this.#cpu_us / requests,
      bytes: this.#bytes / requests,
      load_share: this.#loadCpu_us / (this.#loadCpu_us + this.#cpu_us),
    }
  }

  async #ask(options: Load, requests = this.#requests): Promise<LoadResult> {
    try {
      return await this.#load(this.#server.url, requests, options)
    } catch (error) {
      await this.#server.usage() // tells of a server that has died, rather than of a lost connection
      throw error
    }
  }
}

/** The least value that `percent` of the sorted values do not exceed (nearest rank). */
export const percentile = (sorted: Float64Array, percent: number): number =>
  sorted[Math.max(Math.ceil((percent / 100) * sorted.length), 1) - 1]!
