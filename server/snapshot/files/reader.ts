import { Worker } from 'node:worker_threads'
import type { HeldColumns } from '../columns/held_columns.ts'

/** What can be asked of the thread. */
export type Tasks = {
  /** Size and SHA-256 of a file, read at so many bytes a second; undefined = as fast as it can be. */
  digest(path: string, bytesPerSecond?: number): Promise<{ bytes: number; sha256: string }>
  /** See `readColumns` (held_columns.ts). */
  columns(path: string, rows: number, sha256: string): Promise<HeldColumns>
}

type Answer = { id: number } & ({ result: unknown } | { error: Error })

/**
 * Reads and digests files in a thread of its own, one for the whole process, so that requests do not
 * wait for it. Begun when it is needed, and again after a crash; it ends with the process.
 */
class Reader {
  #thread: Worker | undefined
  #lastId = 0
  readonly #asked = new Map<number, PromiseWithResolvers<unknown> & { isSlow: boolean }>()

  /** Throws what the task throws, or an error where the thread ends before it. */
  async ask<Name extends keyof Tasks>(
    name: Name,
    ...args: Parameters<Tasks[Name]>
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const thread = (this.#thread ??= this.#begin())
    const asked = {
      ...Promise.withResolvers<unknown>(),
      isSlow: name === 'digest' && args[1] !== undefined,
    }
    const id = ++this.#lastId
    this.#asked.set(id, asked)
    this.#holdProcess(thread)
    thread.postMessage({ id, name, args }, [])
    return (await asked.promise) as Awaited<ReturnType<Tasks[Name]>>
  }

  #begin(): Worker {
    // None of this process's options: what they load is not needed there.
    const thread = new Worker(new URL('reader_thread.ts', import.meta.url), { execArgv: [] })
    thread.on('message', (answer: Answer) => {
      const asked = this.#asked.get(answer.id)!
      this.#asked.delete(answer.id)
      this.#holdProcess(thread)
      if ('error' in answer) asked.reject(answer.error)
      else asked.resolve(answer.result)
    })
    thread.on('error', (error) => this.#ended(error))
    thread.on('exit', () => this.#ended(new Error('the thread that reads files ended')))
    return thread
  }

  /** The process does not end while it waits for an answer, but for one that is read slowly. */
  #holdProcess(thread: Worker): void {
    if ([...this.#asked.values()].every(({ isSlow }) => isSlow)) thread.unref()
    else thread.ref()
  }

  #ended(error: Error): void {
    this.#thread = undefined
    for (const { reject } of this.#asked.values()) reject(error)
    this.#asked.clear()
  }
}

/** The thread that reads. */
export const reader = new Reader()
