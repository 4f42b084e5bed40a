import type { Logger } from 'pino'
import { answerCalls, Thread, type Calls } from '../../data/calls.ts'
import type { Served } from '../app/serve.ts'
import { Counts } from './counts.ts'
import { Openings } from './openings.ts'
import { SharedReading } from './shared_reading.ts'
import type { Begin, ForWorkers, OfWorker } from './together.ts'

type Member = Thread<OfWorker>

/** How long after its beginning a worker that died is replaced, at the earliest; then ever later. */
const [firstPause_ms, longestPause_ms] = [1000, 60_000]

/**
 * The memory of a worker for what does not live long: a quarter of what V8 would take, with which it is no
 * faster. Half of this costs a tenth of its throughput.
 */
const maxYoungGenerationSizeMb = 48

/** The workers of a process, each of which listens on the same port, and what they have in common. */
export class Crew {
  readonly #begin: Pick<Begin, 'settings' | 'port'>
  readonly #log: Logger
  readonly #counts = new Counts()
  readonly #reading = new SharedReading()
  readonly #openings = new Openings<number>()
  /** Those that serve, by their number. */
  readonly #members = new Map<number, Member>()
  /** All that have not ended. */
  readonly #threads = new Set<Member>()
  readonly #replacements = new Map<number, NodeJS.Timeout>()
  #openApi: string | undefined
  #isClosing = false

  constructor(begin: Pick<Begin, 'settings' | 'port'>, log: Logger) {
    this.#begin = begin
    this.#log = log
  }

  /** Begins a worker, which is replaced when it dies. Throws what keeps it from serving. */
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

  /** Asks every worker that serves. */
  all<Result>(ask: (calls: Calls<OfWorker>) => Promise<Result>): Promise<Result[]> {
    return Promise.all([...this.#members.values()].map(ask))
  }

  /** Lets every worker answer what is under way, and ends it. */
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
