import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Layout } from '../../data/schema/layout.ts'
import { SnapshotError } from './manifest.ts'
import { openSnapshot, type OpenOptions, type Snapshot } from './open.ts'
import { Tombstones } from './tombstones.ts'

/** `users`: those it is lent to, and the list of what is held. */
type Held = { snapshot: Snapshot; users: number }

/** How often `current` is looked at. */
const period_ms = 200

/** A snapshot that stays open until it is given back. */
export type Lent = Disposable & { snapshot: Snapshot }

/**
 * The snapshots that the server holds: the live one, and the one before it, so that a client can
 * page on while a new one is published. A snapshot that is let go is closed when the last request
 * that uses it is done.
 */
export class LiveSnapshots {
  readonly #layout: Layout
  readonly #options: OpenOptions
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  readonly #tombstones: Tombstones
  #held: Held[] = []
  /** A snapshot that could not be opened, and is not tried again. */
  #refused = ''
  #complaint = ''
  #refreshing: Promise<void> = Promise.resolve()

  private constructor(layout: Layout, options: OpenOptions, log: Logger) {
    this.#layout = layout
    this.#options = options
    this.#log = log
    this.#tombstones = new Tombstones(layout.tombstones)
    this.#timer = setInterval(() => void this.refresh(), period_ms).unref()
  }

  /** Opens the live snapshot, if there is a good one, and follows `current` from then on. */
  static async open(layout: Layout, options: OpenOptions, log: Logger): Promise<LiveSnapshots> {
    const live = new LiveSnapshots(layout, options, log)
    await live.refresh()
    live.#refreshing = live.#refreshing.then(() => live.#holdPrevious())
    return live
  }

  /** The live snapshot; undefined while there is no valid one. */
  get live(): Snapshot | undefined {
    return this.#held[0]?.snapshot
  }

  /**
   * Lends a snapshot, by default the live one, until it is disposed of: `using lent = …lend()`.
   * Undefined where it is not held.
   */
  lend(id = this.live?.id): Lent | undefined {
    const held = this.#held.find(({ snapshot }) => snapshot.id === id)
    if (!held) return undefined
    held.users++
    return {
      snapshot: held.snapshot,
      [Symbol.dispose]: () => release(held),
    }
  }

  /** The snapshots that can be lent, the live one first. */
  get heldIds(): string[] {
    return this.#held.map(({ snapshot }) => snapshot.id)
  }

  /** The ids of farms that were taken out of the directory, whatever snapshot has them. */
  get removedFarms(): ReadonlySet<string> {
    return this.#tombstones.ids
  }

  /** Looks whether another snapshot is live now, and if so opens it and takes it up. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#takeUp())
    return this.#refreshing
  }

  /** Lets go of every snapshot; each closes when its last request is done. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#refreshing
    for (const held of this.#held.splice(0)) release(held)
  }

  async #takeUp(): Promise<void> {
    try {
      if (await this.#tombstones.refresh())
        for (const { snapshot } of this.#held) snapshot.hidden.replace(this.removedFarms)
      const id = await this.#currentId()
      if (id === this.live?.id || id === this.#refused) return
      this.#refused = id
      this.#hold(await this.#open(id))
      this.#refused = this.#complaint = ''
    } catch (error) {
      this.#complain(error as Error)
    }
  }

  /** Clients may be paging in the snapshot before, though another process served it to them. */
  async #holdPrevious(): Promise<void> {
    const previous = this.live?.manifest.previous
    if (previous == null || this.#held.length > 1) return
    try {
      this.#held.push(await this.#open(previous))
      this.#log.info({ snapshot: previous }, 'holding the snapshot before')
    } catch (error) {
      this.#log.info({ snapshot: previous }, `not held: ${(error as Error).message}`)
    }
  }

  /** The id that `current` names. */
  async #currentId(): Promise<string> {
    const { current, root } = this.#layout
    const text = await readFile(current, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new SnapshotError(`no snapshot in ${root}; build one (npm run build -- --help)`)
    })
    if (text.trim() === '') throw new SnapshotError(`${current} names no snapshot`)
    return text.trim()
  }

  async #open(id: string): Promise<Held> {
    const held = this.#held.find(({ snapshot }) => snapshot.id === id)
    if (held) return held
    const snapshot = await openSnapshot(this.#layout, id, this.#options)
    snapshot.hidden.replace(this.removedFarms)
    return { snapshot, users: 1 }
  }

  /** Makes a snapshot the live one, and keeps the one that was. */
  #hold(held: Held): void {
    const [before, ...older] = this.#held.filter((other) => other !== held)
    this.#held = before ? [held, before] : [held]
    for (const old of older) release(old)
    const { id, farms } = held.snapshot
    this.#log.info({ snapshot: id, farms }, 'serving the snapshot')
  }

  /** Says what is wrong once, not at every look. */
  #complain(error: Error): void {
    if (error.message === this.#complaint) return
    this.#complaint = error.message
    const goesOn = this.live ? `; still serving ${this.live.id}` : ''
    this.#log.error(error instanceof SnapshotError ? {} : { err: error }, error.message + goesOn)
  }
}

function release(held: Held): void {
  if (--held.users === 0) held.snapshot.close()
}
