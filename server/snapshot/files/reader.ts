import { Thread } from '../../../data/calls.ts'
import type { HeldColumns } from '../columns/held_columns.ts'

/** What can be asked of the thread. */
export type Reading = {
  /** Size and SHA-256 of a file, read at so many bytes a second; undefined = as fast as it can be. */
  digest(path: string, bytesPerSecond?: number): Promise<{ bytes: number; sha256: string }>
  /** See `readColumns` (held_columns.ts). */
  columns(path: string, rows: number, sha256: string, version: number): Promise<HeldColumns>
}

type Ask = <Name extends keyof Reading>(
  name: Name,
  ...args: Parameters<Reading[Name]>
) => Promise<Awaited<ReturnType<Reading[Name]>>>

/**
 * Reads and digests files in a thread of its own, one for the whole process, so that requests do not
 * wait for it. Begun when it is needed, and again after a crash; it ends with the process.
 */
class Reader {
  #thread: Thread<Reading> | undefined
  /** How many answers the process waits for: those that are read slowly are none. */
  #awaited = 0
  #asks: Ask | undefined

  /** From now on another thread is asked, which has a reader for all. */
  askThrough(asks: Ask): void {
    this.#asks = asks
  }

  /** Throws what the task throws, or an error where the thread ends before it. */
  async ask<Name extends keyof Reading>(
    name: Name,
    ...args: Parameters<Reading[Name]>
  ): Promise<Awaited<ReturnType<Reading[Name]>>> {
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

  #begin(): Thread<Reading> {
    const thread = new Thread<Reading>(new URL('reader_thread.ts', import.meta.url), {
      reason: (cause) => new Error('the thread that reads files ended', { cause }),
    })
    void this.#forgetAtItsEnd(thread)
    thread.worker.unref()
    return thread
  }

  async #forgetAtItsEnd(thread: Thread<Reading>): Promise<void> {
    await thread.ended
    if (this.#thread === thread) this.#thread = undefined
  }

  #holdProcess(more: 1 | -1): void {
    this.#awaited += more
    if (this.#awaited > 0) this.#thread?.worker.ref()
    else this.#thread?.worker.unref()
  }
}

/** The thread that reads. */
export const reader = new Reader()
