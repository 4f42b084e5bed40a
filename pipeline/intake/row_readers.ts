import { availableParallelism } from 'node:os'
import { Thread } from '../../data/calls.ts'
import type { SourceRow, TextRow } from '../read/adapter.ts'
import type { KeptReadings } from './kept_readings.ts'
import { plainRow, type NamedRow, type Reading, named, readingOf } from './reading.ts'
import type { Reads } from './reader_thread.ts'
import { RowReader, type Origin } from './row_reader.ts'

type ReaderThread = Thread<Reads>

/** A thread ended that had rows to read. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded'

  constructor(cause: Error) {
    super(
      `a thread that reads the sources ended (${cause.message}): build again, with --threads 0 if it happens again`,
      { cause },
    )
  }
}

export type ReadersOptions = {
  /** Threads beside this one; 0 = none. */
  threads?: number | undefined
  /** Readings of the last build. */
  kept?: KeptReadings
  /** Rows that are read in this thread before others begin. */
  rowsAlone?: number
  /** The program of a thread. */
  program?: URL
}

/** The one thread that cuts the files into rows has no work for more. */
const mostThreads = 8

/** Threads of a build for which none are named: as many as processors, none where there is one. */
function usualThreads(): number {
  const processors = availableParallelism()
  return processors === 1 ? 0 : Math.min(processors, mostThreads)
}

/** Starting a thread takes as long as reading this number of rows. */
const fewRows = 15_000
const ownProgram = new URL('reader_thread.ts', import.meta.url)

/** Maximum number of rows, or characters, in a batch. */
const [batchRows, batchChars] = [64, 1 << 18]
/** Maximum number of rows, or characters, in all threads: some batches each, so that no thread waits. */
const [mostRows, mostChars] = [2048, 1 << 25]

/**
 * Reads unknown rows, after the first thousands in threads. Returns readings in the order of the rows: they
 * do not depend on the number of threads, or on known rows.
 */
export class RowReaders implements AsyncDisposable {
  readonly #own: RowReader
  readonly #kept: KeptReadings | undefined
  readonly #begin: () => ReaderThread[]
  readonly #rowsAlone: number
  #threads: ReaderThread[] = []
  #rows = 0

  /** `now`: when the build began. */
  constructor(now: Date, options: ReadersOptions = {}) {
    const { threads = usualThreads(), rowsAlone = fewRows, program = ownProgram, kept } = options
    this.#own = new RowReader(now)
    this.#kept = kept
    this.#rowsAlone = threads === 0 ? Infinity : rowsAlone
    this.#begin = () =>
      Array.from(
        { length: threads },
        () =>
          new Thread(program, { workerData: { now }, reason: (cause) => new ThreadEnded(cause) }),
      )
  }

  /** Throws the errors of rows, and ThreadEnded if a thread ends. */
  async *read(rows: AsyncIterable<SourceRow | TextRow>, origin: Origin): AsyncGenerator<Reading> {
    const underWay = new UnderWay(origin)
    for await (const each of rows) {
      this.#take(each, origin, underWay)
      while (underWay.isFull) yield await underWay.next()
    }
    while (!underWay.isEmpty) yield await underWay.next()
  }

  #take(each: SourceRow | TextRow, origin: Origin, underWay: UnderWay): void {
    const plain = plainRow(each)
    if ('rejected' in plain) return underWay.add(plain)
    const row = named(plain, origin.source, origin.adapter.kind)
    const known = this.#kept?.find(row.key, origin.source)
    if (known) return underWay.add(readingOf(known, row, origin.source))
    if (this.#rows++ === this.#rowsAlone) this.#threads = this.#begin()
    if (this.#threads.length === 0) underWay.add(this.#own.read(row, origin))
    else underWay.send(row, this.#threads)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }
}

/** Rows for a thread and, once they are sent, their readings. */
type Batch = { rows: NamedRow[]; chars: number; asked?: Promise<Reading[]>; readings?: Reading[] }
/** The place of a reading, present or to come. */
type Place = { batch: Batch; at: number; chars: number }

/** The rows of a file that are being read, in order. */
class UnderWay {
  readonly #origin: Origin
  readonly #places: (Reading | Place)[] = []
  /** The batch of each thread that is not sent yet. */
  readonly #open = new Map<ReaderThread, Batch>()
  #turn = 0
  #chars = 0

  constructor(origin: Origin) {
    this.#origin = origin
  }

  get isEmpty(): boolean {
    return this.#places.length === 0
  }

  /** Whether the first row is to be taken before another comes. */
  get isFull(): boolean {
    const [first] = this.#places
    if (first === undefined) return false
    return !('batch' in first) || this.#places.length > mostRows || this.#chars > mostChars
  }

  add(reading: Reading): void {
    this.#places.push(reading)
  }

  /** Gives the row to a thread: one that has said the same in another edition to the same. */
  send(row: NamedRow, threads: readonly ReaderThread[]): void {
    const number = 'farm' in row ? numberOf(row.farm.source_id) : this.#turn
    const thread = threads[number % threads.length]!
    const batch: Batch = this.#open.get(thread) ?? { rows: [], chars: 0 }
    this.#open.set(thread, batch)
    const chars = 'text' in row ? row.text.length : row.raw.length
    this.#places.push({ batch, at: batch.rows.push(row) - 1, chars })
    batch.chars += chars
    this.#chars += chars
    if (batch.rows.length < batchRows && batch.chars < batchChars) return
    this.#ask(thread, batch)
    this.#turn++
  }

  /** Takes the first reading out, once it is there. */
  async next(): Promise<Reading> {
    const place = this.#places.shift()!
    if (!('batch' in place)) return place
    const { batch, at, chars } = place
    this.#chars -= chars
    if (!batch.asked) for (const [thread, open] of this.#open) this.#ask(thread, open)
    return (batch.readings ??= await batch.asked!)[at]!
  }

  #ask(thread: ReaderThread, batch: Batch): void {
    this.#open.delete(thread)
    const { source, adapter } = this.#origin
    batch.asked = thread.ask('read', batch.rows, source, adapter.kind)
    batch.asked.catch(() => {}) // the reader that awaits it reports the error, maybe later
    batch.rows = []
  }
}

/** A number for an id, always the same one (FNV-1a). */
function numberOf(id: string): number {
  let number = 0x811c9dc5
  for (let at = 0; at < id.length; at++)
    number = Math.imul(number ^ id.charCodeAt(at), 0x01000193) >>> 0
  return number
}
