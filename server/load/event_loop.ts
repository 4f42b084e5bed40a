/** The functions used of the event loop; tests replace them. */
export type EventLoop = {
  /** Milliseconds, as performance.now(). */
  now: () => number
  /** Runs work after all data read in this turn of the loop. */
  later: (work: () => void) => void
  /** Resolves when everything that follows from earlier work without waiting is done. */
  settled: () => Promise<void>
}

export const eventLoop: EventLoop = {
  now: () => performance.now(),
  later: (work) => void setImmediate(work),
  // Outside a microtask, a tick would run before the microtasks; inside, it runs after all of them.
  settled: () => new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve))),
}

/**
 * Takes steps for `time_ms`, each with everything that follows from it without waiting, until a step
 * returns false. The last step may take longer; at least one is taken.
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
