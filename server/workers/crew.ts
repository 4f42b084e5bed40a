import type { Logger } from 'pino'
import { answerCalls, Thread, type Calls } from '../../data/calls.ts'
import type { Served } from '../app/serve.ts'
import { Counts } from './counts.ts'
import { Openings } from './openings.ts'
import { SharedReading } from './shared_reading.ts'
import type { Begin, ForWorkers, OfWorker } from './together.ts'

type Member = Thread<OfWorker>

/** The earliest time after its start at which a dead worker is replaced; it grows with each death. */
const [firstPause_ms, longestPause_ms] = [1000, 60_000]

/**
 * A worker's memory for short-lived objects: a quarter of V8's default, which is no faster. Half of this
 * would cost a tenth of its throughput.
 */
const maxYoungGenerationSizeMb = 48

/** A process's workers, which all listen on one port, and the state that they share. */
export class Crew {
  readonly #begin: Pick<Begin, 'settings' | 'port'>
  readonly #log: Logger
  readonly #counts = new Counts()
  readonly #reading = new SharedReading()
  readonly #openings = new Openings<number>()
  /** Serving workers, by number. */
  readonly #members = new Map<number, Member>()
  /** All workers that have not ended. */
  readonly #threads = new Set<Member>()
  readonly #replacements = new Map<number, NodeJS.Timeout>()
  #openApi: string | undefined
  #isClosing = false

  constructor(begin: Pick<Begin, 'settings' | 'port'>, log: Logger) {
    this.#begin = begin
    this.#log = log
  }

  /** Starts a worker, which is replaced when it dies. Throws the error that keeps it from serving. */
  async begin(number: number, pause_ms = firstPause_ms): Promise<Served | undefined> {
    const member = this.#start(number)
    const { served, openApi } = await member.ask('serve').catch(async (error: unknown) => {
      await member.worker.terminate()
      throw error
    })
    this.#openApi = openApi
    this.#members.set(number, member)
    this.#openings.serves(number)
    void this.#replaceAtItsEnd(number, member, pause_ms)
    return served
  }

  /** Calls every serving worker. */
  all<Result>(ask: (calls: Calls<OfWorker>) => Promise<Result>): Promise<Result[]> {
    return Promise.all([...this.#members.values()].map(ask))
  }

  /** Ends every worker after its running requests are answered. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const timer of this.#replacements.values()) clearTimeout(timer)
    const closed = [...this.#members.values()].map((member) => member.ask('close'))
    await Promise.allSettled(closed)
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #start(number: number): Member {
    const workerData: Begin = {
      number,
      ...this.#begin,
      counts: this.#counts.counts,
      openApi: this.#openApi,
    }
    const member: Member = new Thread(new URL('worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb },
    })
    this.#threads.add(member)
    answerCalls(member.worker, this.#tasksFor(number))
    void this.#forgetAtItsEnd(number, member)
    return member
  }

  async #forgetAtItsEnd(number: number, member: Member): Promise<void> {
    await member.ended
    this.#threads.delete(member)
    this.#openings.ended(number)
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

  async #replaceAtItsEnd(number: number, { ended }: Member, pause_ms: number): Promise<void> {
    const begunAt = performance.now()
    const error = await ended
    this.#members.delete(number)
    const isLasting = performance.now() - begunAt > longestPause_ms
    this.#replace(number, error, isLasting ? firstPause_ms : pause_ms)
  }

  #replace(worker: number, err: unknown, pause_ms: number): void {
    if (this.#isClosing) return
    this.#log.error({ err, worker }, `a worker ended; the next one begins in ${pause_ms / 1000} s`)
    const next_ms = Math.min(2 * pause_ms, longestPause_ms)
    const begin = () =>
      this.begin(worker, next_ms).then(
        () => this.#log.warn({ worker }, 'the worker is replaced'),
        (error: unknown) => this.#replace(worker, error, next_ms),
      )
    this.#replacements.set(
      worker,
      setTimeout(() => void begin(), pause_ms),
    )
  }
}
