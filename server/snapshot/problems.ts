import type { Logger } from 'pino'

/** Current problems, each under its own name. Logs one line when a problem begins, changes or ends. */
export function newProblems(log: Logger) {
  const texts = new Map<string, string>()
  return {
    /** The problems, in sentences; empty if there are none. */
    get texts(): string[] {
      return [...texts.values()]
    },

    /** Records a problem. `addition` is for the log; `err` too, with its stack. */
    note(name: string, text: string, addition = '', err?: Error): void {
      if (texts.get(name) === text) return
      texts.set(name, text)
      log.error(err ? { err } : {}, text + addition)
    },

    /** Records the end of a problem. */
    clear(name: string): void {
      const text = texts.get(name)
      if (texts.delete(name)) log.info(`no longer: ${text}`)
    },
  }
}
