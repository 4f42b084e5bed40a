import type { Logger } from 'pino'

/** What is wrong now, each under a name of its own: logged once when it comes, changes, and ends. */
export class Problems {
  readonly #log: Logger
  readonly #texts = new Map<string, string>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** What is wrong, in sentences; empty where nothing is. */
  get texts(): string[] {
    return [...this.#texts.values()]
  }

  /** Takes note of what is wrong. `addition` is for the log; `err` too, with its stack. */
  note(name: string, text: string, addition = '', err?: Error): void {
    if (this.#texts.get(name) === text) return
    this.#texts.set(name, text)
    this.#log.error(err ? { err } : {}, text + addition)
  }

  /** Takes note that it is well again. */
  clear(name: string): void {
    const text = this.#texts.get(name)
    if (text === undefined) return
    this.#texts.delete(name)
    this.#log.info(`no longer: ${text}`)
  }
}
