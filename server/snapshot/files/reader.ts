import { Thread } from '../../../data/calls.ts'
import type { HeldColumns } from '../columns/held_columns.ts'

/** The tasks of the thread. */
export type ReaderTasks = {
  /** Returns a file's size and SHA-256, read at `bytesPerSecond`; undefined = at full speed. */
  digest(path: string, bytesPerSecond?: number): Promise<{ bytes: number; sha256: string }>
  /** See `readColumns` (held_columns.ts). */
  columns(path: string, rows: number, sha256: string, version: number): Promise<HeldColumns>
}

type Ask = <Name extends keyof ReaderTasks>(
  name: Name,
  ...args: Parameters<ReaderTasks[Name]>
) => Promise<Awaited<ReturnType<ReaderTasks[Name]>>>

/**
 * Reads and digests files in one separate thread for the whole process, so that requests do not wait. The
 * thread starts on first use and restarts after a crash. It ends with the process.
 */
class Reader {
  #thread: Thread<ReaderTasks> | undefined
  /** Number of pending answers that keep the process alive; slow reads do not. */
  #awaited = 0
  #asks: Ask | undefined

  /** Forwards all tasks to another thread from now on. That thread has a reader for all threads. */
  askThrough(asks: Ask): void {
    this.#asks = asks
  }

  /** Throws the task's error, or an error if the thread ends first. */
  async ask<Name extends keyof ReaderTasks>(
    name: Name,
    ...args: Parameters<ReaderTasks[Name]>
  ): Promise<Awaited<ReturnType<ReaderTasks[Name]>>> {
    if (this.#asks) return this.#asks(name, ...args)
    const thread = (this.#thread ??= this.#begin())
    const isSlow = name === 'digest' && args[1] !== undefined
    if (!isSlow) this.#holdProcess(1)
    try {
      return await thread.ask(name, ...args)
    } finally {
      if (!isSlow) this.#holdProcess(-1)
    }
  }

  #begin(): Thread<ReaderTasks> {
    const thread = new Thread<ReaderTasks>(new URL('reader_thread.ts', import.meta.url), {
      reason: (cause) => new Error('the thread that reads files ended', { cause }),
    })
    void this.#forgetAtItsEnd(thread)
    thread.worker.unref()
    return thread
  }

  async #forgetAtItsEnd(thread: Thread<ReaderTasks>): Promise<void> {
    await thread.ended
    if (this.#thread === thread) this.#thread = undefined
  }

  #holdProcess(more: 1 | -1): void {
    this.#awaited += more
    if (this.#awaited > 0) this.#thread?.worker.ref()
    else this.#thread?.worker.unref()
  }
}

export const reader = new Reader()
