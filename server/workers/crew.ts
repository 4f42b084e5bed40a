import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { answerCalls, Thread, type Calls } from '../../data/calls.ts'
import type { MetricFigures } from '../app/monitoring/metrics.ts'
import type { Served } from '../app/serve.ts'
import type { Config } from '../config.ts'
import { CountsInMemory } from './counts.ts'
import { Liveness, watchHeartbeats } from './liveness.ts'
import { Openings } from './openings.ts'
import { SharedReading } from './shared_reading.ts'
import type { Begin, ForWorkers, OfWorker } from './together.ts'

type Member = Thread<OfWorker> & {
  /** Resolves with the reason if the worker is given up before its thread has ended. */
  givenUp: PromiseWithResolvers<Error>
}

/** The earliest time after its start at which a dead worker is replaced; it grows with each death. */
const [firstPause_ms, longestPause_ms] = [1000, 60_000]

/**
 * For short-lived objects. With half of it, two workers collect more often, and each waits for the threads of
 * both: a search costs a tenth more. Twice as much gains nothing.
 */
const maxYoungGenerationSizeMb = 96

/** A worker that replaces another is given up if it does not serve after this time. */
const longestStart_ms = 120_000

/** The longest wait for a worker's metrics. */
const figures_ms = 1000

/** A process's workers, which all listen on one port, and the state that they share. */
export class Crew {
  readonly #begin: Pick<Begin, 'settings' | 'port'>
  readonly #size: Pick<Config, 'workers' | 'workerHeap_mb'>
  readonly #log: Logger
  readonly #counts = new CountsInMemory()
  readonly #reading = new SharedReading()
  readonly #openings = new Openings<number>()
  readonly #liveness: Liveness
  readonly #endWatch: () => void
  /** Serving workers, by number. */
  readonly #members = new Map<number, Member>()
  /** All workers that have not ended. */
  readonly #threads = new Set<Member>()
  readonly #replacements = new Map<number, NodeJS.Timeout>()
  #openApi: string | undefined
  #isClosing = false

  constructor(
    begin: Pick<Begin, 'settings' | 'port'>,
    size: Pick<Config, 'workers' | 'workerHeap_mb'>,
    log: Logger,
  ) {
    this.#begin = begin
    this.#size = size
    this.#log = log
    this.#liveness = new Liveness(size.workers)
    this.#endWatch = watchHeartbeats(
      this.#liveness,
      () => this.#members.keys(),
      (worker) => this.#giveUp(worker),
    )
  }

  /** Starts every worker. Throws the error that keeps one from serving. */
  async beginAll(): Promise<Served | undefined> {
    const others = Array.from({ length: this.#size.workers - 1 }, (_, index) => index + 2)
    // Only the first worker yet: it updates the store's schema.
    const served = await this.#serve(1)
    await Promise.all(others.map((number) => this.#serve(number)))
    this.#liveness.start()
    return served
  }

  get serving(): number {
    return this.#size.workers - this.#liveness.missing.length
  }

  /** Starts a worker, which is replaced when it dies. Throws the error that keeps it from serving. */
  async #serve(number: number, pause_ms = firstPause_ms, longest_ms?: number) {
    const member = this.#start(number)
    const late = new Error(`it did not serve after ${longestStart_ms / 1000} s`)
    const timer = longest_ms && globalThis.setTimeout(() => member.end(late), longest_ms)
    const { served, openApi } = await member
      .ask('serve')
      .catch((error: unknown) => {
        void member.worker.terminate() // one that hangs may never end
        throw error
      })
      .finally(() => clearTimeout(timer))
    this.#openApi = openApi
    this.#members.set(number, member)
    this.#liveness.note(number, true)
    this.#openings.serves(number)
    void this.#replaceAtItsEnd(number, member, pause_ms)
    return served
  }

  all<Result>(ask: (calls: Calls<OfWorker>) => Promise<Result>): Promise<Result[]> {
    return Promise.all([...this.#members.values()].map(ask))
  }

  /** The metrics of every worker that returns them within a second. */
  async figures(): Promise<MetricFigures[]> {
    const late = setTimeout(figures_ms, null, { ref: false })
    const found = await this.all((worker) =>
      Promise.race([worker.ask('figures'), late]).catch(() => null),
    )
    return found.filter((figures) => figures !== null)
  }

  /** Ends every worker after its running requests are answered. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const timer of this.#replacements.values()) clearTimeout(timer)
    const closed = [...this.#members.values()].map((member) => member.ask('close'))
    await Promise.allSettled(closed) // one that hangs is given up meanwhile
    this.#endWatch()
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #start(number: number): Member {
    const workerData: Begin = {
      number,
      ...this.#begin,
      counts: this.#counts.counts,
      liveness: this.#liveness.memory,
      openApi: this.#openApi,
    }
    const thread = new Thread<OfWorker>(new URL('worker.ts', import.meta.url), {
      workerData,
      resourceLimits: {
        maxYoungGenerationSizeMb,
        maxOldGenerationSizeMb: this.#size.workerHeap_mb,
      },
    })
    const member = Object.assign(thread, { givenUp: Promise.withResolvers<Error>() })
    this.#threads.add(member)
    answerCalls(member.worker, this.#tasksFor(number))
    void this.#forgetAtItsEnd(number, member)
    return member
  }

  async #forgetAtItsEnd(number: number, member: Member): Promise<void> {
    const lost = await Promise.race([member.ended, member.givenUp.promise])
    this.#openings.ended(number)
    member.end(lost)
    await member.ended
    this.#threads.delete(member)
  }

  /** A thread that hangs may never end: nothing waits for that. */
  #giveUp(number: number): void {
    const member = this.#members.get(number)!
    this.#members.delete(number)
    member.givenUp.resolve(new Error('it has not answered for 2.5 s'))
    void member.worker.terminate()
  }

  #tasksFor(number: number): ForWorkers {
    return {
      digest: (path, bytesPerSecond) => this.#reading.digest(path, bytesPerSecond),
      columns: (...file) => this.#reading.columns(...file),
      placeOf: (name, known) => this.#counts.placeOf(name, known),
      beginOpening: () => this.#openings.begin(number),
      endOpening: (id) => this.#openings.end(number, id),
    }
  }

  async #replaceAtItsEnd(
    number: number,
    { ended, givenUp }: Member,
    pause_ms: number,
  ): Promise<void> {
    const begunAt = performance.now()
    const error = await Promise.race([ended, givenUp.promise])
    this.#members.delete(number)
    this.#liveness.note(number, false)
    const isLasting = performance.now() - begunAt > longestPause_ms
    this.#replace(number, error, isLasting ? firstPause_ms : pause_ms)
  }

  #replace(worker: number, err: unknown, pause_ms: number): void {
    if (this.#isClosing) return
    this.#log.error({ err, worker }, `a worker ended; the next one begins in ${pause_ms / 1000} s`)
    const next_ms = Math.min(2 * pause_ms, longestPause_ms)
    const begin = () =>
      this.#serve(worker, next_ms, longestStart_ms).then(
        () => this.#log.warn({ worker }, 'the worker is replaced'),
        (error: unknown) => this.#replace(worker, error, next_ms),
      )
    this.#replacements.set(
      worker,
      globalThis.setTimeout(() => void begin(), pause_ms),
    )
  }
}
