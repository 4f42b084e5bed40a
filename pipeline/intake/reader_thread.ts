import { Worker } from 'node:worker_threads'
import type { PlainRow, Reading } from './reading.ts'

/** Rows of one source, by the kind of its adapter. */
export type Question = { source: string; kind: string; rows: PlainRow[] }
export type Answer = { readings: Reading[] } | { error: unknown }

/** A thread ended that had rows to read. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded'
}

/** A thread that reads rows, in the order in which they are sent. */
export class ReaderThread {
  readonly #worker: Worker
  readonly #asked: PromiseWithResolvers<Reading[]>[] = []
  #failure: ThreadEnded | null = null

  /** `program`: what the thread runs. */
  constructor(program: URL, now: Date) {
    // None of this process's options: what they load is not needed there.
    this.#worker = new Worker(program, { execArgv: [], workerData: { now } })
    this.#worker.on('message', (answer: Answer) => this.#take(answer))
    this.#worker.on('error', ({ message }) => this.#end(message))
    this.#worker.on('exit', (code) => this.#end(`exit status ${code}`))
  }

  /** Reads rows; throws what reading throws, and ThreadEnded where the thread ends before. */
  read(question: Question): Promise<Reading[]> {
    const asked = Promise.withResolvers<Reading[]>()
    asked.promise.catch(() => {}) // whoever waits for it learns of it, maybe later
    if (this.#failure) asked.reject(this.#failure)
    else {
      this.#asked.push(asked)
      this.#worker.postMessage(question, [])
    }
    return asked.promise
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #take(answer: Answer): void {
    if ('error' in answer) this.#asked.shift()!.reject(answer.error)
    else this.#asked.shift()!.resolve(answer.readings)
  }

  #end(cause: string): void {
    this.#failure ??= new ThreadEnded(
      `a thread that reads the sources ended (${cause}): build again, with --threads 0 if it happens again`,
    )
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure)
  }
}
