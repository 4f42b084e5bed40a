import { load, type Load, type LoadResult } from './load.ts'
import type { ServerProcess } from './server_process.ts'

/** How a server stood a load. */
export type Figures = {
  requests: number
  requests_per_s: number
  p50_ms: number
  p99_ms: number
  /** Processor time of the server's process for a request, which the machine's other work can't take. */
  cpu_us: number
}

/** The same requests, asked of the same server in one or more stretches. */
export class Meter {
  readonly #server: ServerProcess
  readonly #requests: string[]
  readonly #latencies_ms: number[] = []
  #next = 0
  #seconds = 0
  #cpu_us = 0

  /** `paths` come in turn, from the first again after the last. */
  constructor(server: ServerProcess, paths: string[], headers: Record<string, string>) {
    this.#server = server
    const lines = Object.entries({ Host: server.url.host, ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    this.#requests = paths.map((path) => `GET ${path} HTTP/1.1\r\n${head}\r\n`)
  }

  /** Puts a load on the server without counting it. */
  async warmUp(options: Load): Promise<void> {
    await this.#load(options)
  }

  /** Puts a load on the server and adds it to the figures. */
  async run(options: Load): Promise<void> {
    const before = await this.#server.usage()
    const { seconds, latencies_ms } = await this.#load(options)
    const after = await this.#server.usage()
    this.#seconds += seconds
    this.#cpu_us += after.cpu_us - before.cpu_us
    for (const latency_ms of latencies_ms) this.#latencies_ms.push(latency_ms)
  }

  figures(): Figures {
    const latencies_ms = Float64Array.from(this.#latencies_ms).sort()
    const requests = latencies_ms.length
    return {
      requests,
      requests_per_s: requests / this.#seconds,
      p50_ms: percentile(latencies_ms, 50),
      p99_ms: percentile(latencies_ms, 99),
      cpu_us: this.#cpu_us / requests,
    }
  }

  async #load(options: Load): Promise<LoadResult> {
    try {
      return await load(this.#server.url, this.#nextRequest, options)
    } catch (error) {
      await this.#server.usage() // tells of a server that has died, rather than of a lost connection
      throw error
    }
  }

  #nextRequest = (): string => this.#requests[this.#next++ % this.#requests.length]!
}

/** The least value that `percent` of the sorted values do not exceed (nearest rank). */
const percentile = (sorted: Float64Array, percent: number): number =>
  sorted[Math.max(Math.ceil((percent / 100) * sorted.length), 1) - 1]!
