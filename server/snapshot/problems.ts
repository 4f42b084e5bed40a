import type { Logger } from 'pino'

/** Current problems, each under its own name. Logs one line when a problem begins, changes or ends. */
export class Problems {
  readonly #log: Logger
  readonly #texts = new Map<string, string>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** The problems, in sentences; empty if there are none. */
  get texts(): string[] {
    return [...this.#texts.values()]
  }

  /** Records a problem. `addition` is for the log; `err` too, with its stack. */
  note(name: string, text: string, addition = '', err?: Error): void {
    if (this.#texts.get(name) === text) return
    this.#texts.set(name, text)
    this.#log.error(err ? { err } : {}, text + addition)
  }

  /** Records the end of a problem. */
  clear(name: string): void {
    const text = this.#texts.get(name)
    if (text === undefined) return
    this.#texts.delete(name)
    this.#log.info(`no longer: ${text}`)
  }
}
