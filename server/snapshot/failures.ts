import type { Logger } from 'pino'

/** The first and the longest pause. */
const [first_ms, longest_ms] = [1000, 5 * 60 * 1000]

/**
 * Schedules retries after failures, with pauses that grow from a second to five minutes. `now`: milliseconds
 * since any fixed moment.
 */
export function newAttempts(now: () => number) {
  let last = { what: '', failedAt: 0, pause_ms: 0 }
  return {
    /** Returns true if it is time to try. The first attempt is due at once. */
    isDue(what: string): boolean {
      const since_ms = now() - last.failedAt
      return what !== last.what || since_ms >= last.pause_ms || since_ms < 0
    },
    failed(what: string): void {
      const pause_ms = what === last.what ? Math.min(2 * last.pause_ms, longest_ms) : first_ms
      last = { what, failedAt: now(), pause_ms }
    },
    succeeded: () => void (last.what = ''),
  }
}

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
