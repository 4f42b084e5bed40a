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
