/** Time between two heartbeats of a worker. */
const beat_ms = 250

/** The workers' state in shared memory: the started flag; by worker, a serving flag and beats. */
export class Liveness {
  /** Place 0: the started flag. Then, for each worker, a place that is 1 if it serves, and one for its beats. */
  readonly memory: Int32Array

  constructor(workers: number | Int32Array) {
    this.memory =
      typeof workers === 'number'
        ? new Int32Array(new SharedArrayBuffer(4 * (1 + 2 * workers)))
        : workers
  }

  /** True as soon as every worker has served once. */
  get isStarted(): boolean {
    return Atomics.load(this.memory, 0) === 1
  }

  start(): void {
    Atomics.store(this.memory, 0, 1)
  }

  /** Numbers of workers that do not serve now, from 1. */
  get missing(): number[] {
    return this.#numbers.filter((worker) => Atomics.load(this.memory, 2 * worker - 1) === 0)
  }

  get #numbers(): number[] {
    return Array.from({ length: (this.memory.length - 1) / 2 }, (_, index) => index + 1)
  }

  note(worker: number, serves: boolean): void {
    Atomics.store(this.memory, 2 * worker - 1, Number(serves))
  }

  beats(worker: number): number {
    return Atomics.load(this.memory, 2 * worker)
  }

  /** Beats from now on, as long as the event loop of this thread runs. */
  beat(worker: number): void {
    setInterval(() => Atomics.add(this.memory, 2 * worker, 1), beat_ms).unref()
  }
}

/** Time between two looks at the workers, and the looks without a heartbeat after which one is hung. */
const [look_ms, mostSilent] = [500, 5]

/**
 * Watches the heartbeats of workers, and calls `onSilence` with each that has none for 2.5 s. A look that
 * comes late counts for nothing: the whole machine may have stood still. Returns a function that ends it.
 */
export function watchHeartbeats(
  liveness: Liveness,
  serving: () => Iterable<number>,
  onSilence: (worker: number) => void,
): () => void {
  const last = new Map<number, { beats: number; silent: number }>()
  let lookedAt_ms = performance.now()
  const isSilent = (worker: number, counts: boolean) => {
    const beats = liveness.beats(worker)
    const known = last.get(worker)
    const silent = beats === known?.beats ? known.silent + Number(counts) : 0
    last.set(worker, { beats, silent })
    return silent >= mostSilent
  }
  const timer = setInterval(() => {
    const late_ms = performance.now() - lookedAt_ms - look_ms
    lookedAt_ms = performance.now()
    for (const worker of serving()) if (isSilent(worker, late_ms < look_ms / 2)) onSilence(worker)
  }, look_ms).unref()
  return () => clearInterval(timer)
}
