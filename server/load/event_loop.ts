/** What is needed of the event loop; tests have one of their own. */
export type EventLoop = {
  /** Milliseconds, as performance.now(). */
  now: () => number
  /** Does some work after what is read in this turn of the loop. */
  later: (work: () => void) => void
  /** Resolves when all is done that follows without waiting from what was done before. */
  settled: () => Promise<void>
}

export const eventLoop: EventLoop = {
  now: () => performance.now(),
  later: (work) => void setImmediate(work),
  // Outside a microtask, a tick would come before them; inside, it comes after all of them.
  settled: () => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve))),
}

/**
 * Takes steps for `time_ms`, each with all that follows from it without waiting, until one returns
 * false. The last step may take longer: at least one is taken.
 */
export async function takeSteps(
  time_ms: number,
  step: () => boolean,
  { now, settled }: EventLoop,
): Promise<void> {
  const end_ms = now() + time_ms
  while (step()) {
    await settled()
    if (now() >= end_ms) return
  }
}
