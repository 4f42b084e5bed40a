import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ReadableBucket } from '../../../data/bucket/bucket.ts'
import { openToRead } from '../../../data/bucket/open_bucket.ts'
import { readNewPointer, type PointerEntry, type Pointer } from '../../../data/bucket/pointer.ts'
import { allRemoved, readRemovedFarms } from '../../../data/bucket/removed_farms.ts'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import { lockFolder } from '../../../data/disk/folder_lock.ts'
import { closedFileMode, type Layout } from '../../../data/schema/layout.ts'
import { makeFolder } from '../../../data/system_failure.ts'
import { tombstones } from '../../../data/schema/tombstones.ts'
import { newAttempts, newProblems } from '../failures.ts'
import type { Following, LiveSnapshots } from '../live.ts'
import { ensureCopiesBefore, ensureCopy, pruneCopies, type Copies } from './local_copies.ts'
import { noteSeen, sharedReport, type FollowerReport } from './shared_files.ts'

type FollowOptions = {
  layout: Layout
  /** The interval between reads of the pointer. */
  period_ms: number
  /** The number of snapshots kept locally: the live snapshot and its predecessors. */
  keep: number
  /** The id of the snapshot to serve, whatever the pointer names. */
  fixed?: string | undefined
}

/** The parts of the served snapshots that a follower uses. */
type Served = Pick<
  LiveSnapshots,
  'live' | 'heldIds' | 'checks' | 'tryAgain' | 'holdPrevious' | 'state'
> & { following: Following | undefined }

/** Starts following, without waiting for the first snapshot. Throws if the folder can't be made. */
export async function openFollower(
  options: (FollowOptions & { url: string; publicKey?: KeyObject | undefined }) | undefined,
  served: Served,
  log: Logger,
  now: () => Date,
): Promise<Follower | undefined> {
  if (!options) return undefined
  await makeFolder(options.layout.root)
  const bucket = await openToRead(options.url, options.publicKey)
  log.info(`following ${bucket.address}`)
  return new Follower(bucket, options, served, log, now)
}

/**
 * Follows a bucket's pointer: downloads the snapshot that it names into the build folder. The server loads
 * it from there like a build's result. A snapshot or pointer that is unreadable, damaged or older than the
 * last changes nothing. It is reported as a problem and tried again.
 *
 * Of the processes that share a folder, one follows. Another takes over when that process ends.
 */
class Follower implements Following {
  readonly #bucket: ReadableBucket
  readonly #options: FollowOptions
  readonly #served: Served
  readonly #now: () => Date
  readonly #problems: ReturnType<typeof newProblems>
  readonly #attempts: ReturnType<typeof newAttempts>
  readonly #copies: Copies
  readonly #report: ReturnType<typeof sharedReport>
  readonly #end = new AbortController()
  /** While a snapshot is loaded: ends its downloads when the pointer has a newer snapshot. */
  #superseded: AbortController | null = null
  #lock: Disposable | null = null
  #pointer: { pointer: Pointer; version: string } | null = null
  /** The report of the process that follows, if that is another process. */
  #heard: FollowerReport = { published: null, problems: [] }
  #settled = 0
  #nextLook: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  /** A look that has not started. */
  #queued: Promise<void> | null = null
  #readingAgain: Promise<void> | null = null
  readAt: Date | null = null

  constructor(
    bucket: ReadableBucket,
    options: FollowOptions,
    served: Served,
    log: Logger,
    now: () => Date,
  ) {
    this.#bucket = bucket
    this.#options = options
    this.#served = served
    this.#now = now
    this.#problems = newProblems(log)
    this.#attempts = newAttempts(() => now().getTime())
    const { layout } = options
    const { checks } = served
    this.#copies = { bucket, layout, checks, signal: () => this.#signal, log }
    this.#report = sharedReport(layout)
    served.following = this
    this.#lookLater(0)
  }

  /** The id in the pointer, or the fixed id; null until the pointer was read. */
  get published(): string | null {
    const { pointer } = this.#pointer ?? {}
    return this.#options.fixed ?? pointer?.snapshot ?? this.#heard.published
  }

  get problems(): string[] {
    return [...this.#problems.texts, ...(this.#lock ? [] : this.#heard.problems)]
  }

  /**
   * Reads the pointer, and loads the snapshot that it names if that changed. If the pointer is newer, a
   * running download is aborted.
   */
  look(): Promise<void> {
    if (this.#superseded) return this.#reading()
    const go = () => {
      this.#queued = null
      return this.#look().catch((error: Error) => this.#complain('folder', error))
    }
    this.#queued ??= this.#looking = this.#looking.then(go)
    return this.#queued
  }

  async close(): Promise<void> {
    clearTimeout(this.#nextLook)
    this.#end.abort()
    await Promise.all([this.#looking, this.#readingAgain])
    clearTimeout(this.#nextLook)
    this.#lock?.[Symbol.dispose]()
    this.#lock = null
  }

  #lookLater(period_ms = this.#options.period_ms): void {
    if (this.#end.signal.aborted) return
    const go = () => {
      void this.look()
      this.#lookLater()
    }
    this.#nextLook = setTimeout(go, period_ms).unref()
  }

  async #look(): Promise<void> {
    if (this.#end.signal.aborted) return
    this.#lock ??= lockFolder(this.#options.layout.lock)
    if (this.#lock) {
      await this.#follow()
      await this.#report.write(this).catch(() => {}) // the folder is gone, which is a problem already
    } else this.#heard = await this.#report.read()
    this.#problems.clear('folder')
  }

  async #follow(): Promise<void> {
    const { lock, root } = this.#options.layout
    try {
      if (!existsSync(lock)) throw new Error(`${root} is gone`)
      await this.#readPointer()
      this.#problems.clear('pointer')
    } catch (error) {
      return this.#complain('pointer', error as Error)
    }
    const { pointer } = this.#pointer!
    const what = String(pointer.sequence)
    if (this.#isSettled(pointer) || !this.#attempts.isDue(what)) return
    const { signal } = (this.#superseded = new AbortController())
    try {
      if (await this.#takeUp(pointer)) this.#attempts.succeeded()
      else this.#attempts.failed(what) // `LiveSnapshots` reports the reason
      this.#problems.clear('snapshot')
    } catch (error) {
      this.#attempts.failed(what)
      if (!this.#signal.aborted) this.#complain('snapshot', error as Error)
    } finally {
      this.#superseded = null
    }
    if (signal.aborted && !this.#end.signal.aborted) await this.#follow()
  }

  /** Aborts on close, or when the current download is superseded. */
  get #signal(): AbortSignal {
    const signals = [this.#end.signal, this.#superseded?.signal]
    return AbortSignal.any(signals.filter((signal) => signal !== undefined))
  }

  #reading(): Promise<void> {
    this.#readingAgain ??= this.#readAgain()
      .catch((error: Error) => this.#complain('pointer', error))
      .finally(() => (this.#readingAgain = null))
    return this.#readingAgain.then(() => this.#looking)
  }

  /** Reads the pointer while a snapshot is loaded, and aborts the load if the pointer is newer. */
  async #readAgain(): Promise<void> {
    const read = await readNewPointer(this.#bucket, this.#pointer!.version || undefined)
    if (read === null) throw nothingIn(this.#bucket)
    this.readAt = this.#now()
    this.#problems.clear('pointer')
    if (read === 'unchanged' || read.pointer.sequence <= this.#pointer!.pointer.sequence) return
    if (this.#superseded) this.#superseded.abort()
    else void this.look()
  }

  /** Throws if there is no pointer, or if it is unreadable or older than the last one seen. */
  async #readPointer(): Promise<void> {
    const read = await readNewPointer(this.#bucket, this.#pointer?.version || undefined)
    if (read === null) throw nothingIn(this.#bucket)
    this.readAt = this.#now()
    if (read === 'unchanged') return
    const { expires_at } = read.pointer
    if (expires_at !== undefined && Date.parse(expires_at) <= this.#now().getTime())
      throw new Error(
        `current.json of ${this.#bucket.address} expired at ${expires_at}: publish again, or check the clock`,
      )
    await noteSeen(this.#options.layout, this.#bucket.address, read.pointer)
    this.#pointer = read
  }

  #isSettled({ sequence }: Pointer): boolean {
    const { live, state } = this.#served
    const isWell = live?.id === this.published && state.problems.length === 0
    return isWell && this.#settled === sequence
  }

  /** Loads a snapshot. Returns true if the server answers from it then. */
  async #takeUp(pointer: Pointer): Promise<boolean> {
    await this.#hideRemoved(pointer)
    const entry = this.#wanted(pointer)
    if (entry) await ensureCopy(this.#copies, entry)
    await this.#makeCurrent()
    await this.#served.tryAgain()
    if (this.#served.live?.id !== this.published) return false
    const { keep, fixed } = this.#options
    const kept = await ensureCopiesBefore(this.#copies, pointer, this.published, keep)
    await this.#served.holdPrevious()
    const used = new Set([...kept, ...this.#served.heldIds])
    if (fixed === undefined) await pruneCopies(this.#copies, used)
    this.#settled = pointer.sequence
    return true
  }

  /** The snapshot to have locally; null if a fixed snapshot is no longer published but is here. */
  #wanted({ snapshots }: Pointer): PointerEntry | null {
    const entry = snapshots.find(({ id }) => id === this.published)
    if (entry) return entry
    if (existsSync(this.#options.layout.snapshot(this.published!))) return null
    throw new Error(`${this.#bucket.address} has no snapshot ${this.published}`)
  }

  /** Runs before a snapshot is loaded. An older list does not bring back a removed farm. */
  async #hideRemoved(pointer: Pointer): Promise<void> {
    const { tombstones: path, root } = this.#options.layout
    const before = existsSync(path) ? await readFile(path, 'utf8') : null
    const known = before === null ? [] : tombstones.parse(JSON.parse(before))
    const all = allRemoved(known, await readRemovedFarms(this.#bucket, pointer), this.#now())
    const text = JSON.stringify(all, null, 2) + '\n'
    if (text !== before)
      await replaceAtomically(path, text, join(root, '.tombstones.json'), closedFileMode)
  }

  async #makeCurrent(): Promise<void> {
    const { layout, fixed } = this.#options
    if (fixed !== undefined) return
    const text = `${this.published}\n`
    const before = existsSync(layout.current) ? await readFile(layout.current, 'utf8') : null
    if (text !== before)
      await replaceAtomically(layout.current, text, join(layout.root, '.current'))
  }

  #complain(name: string, { message }: Error): void {
    const { live } = this.#served
    this.#problems.note(name, message, live ? `; still serving ${live.id}` : '')
  }
}

const nothingIn = ({ address }: ReadableBucket) => new Error(`nothing is published in ${address}`)
