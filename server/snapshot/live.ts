import type { Logger } from 'pino'
import type { Layout } from '../../data/schema/layout.ts'
import { newAttempts, newProblems } from './failures.ts'
import { currentId, publishedIds, SnapshotError } from './manifest.ts'
import { FileChecks, type Fault } from './files/file_checks.ts'
import { answeringFiles, openSnapshot, type OpenOptions, type Snapshot } from './open.ts'
import { Tombstones } from './tombstones.ts'

/**
 * `users`: the borrowers and the list of held snapshots. `isDoubtful`: its files were since away or damaged.
 */
type Held = { snapshot: Snapshot; users: number; isDoubtful: boolean }

/** The interval between checks of `current`. */
const period_ms = 200

/** The speed at which the held snapshots' files are read again, and the pause between two rounds. */
const [patrolBytesPerSecond, patrolPause_ms] = [8_000_000, 60_000]

/** The interval between log lines about the progress of a long opening. */
const progress_ms = 5000

/**
 * Opens a snapshot in each of several threads that serve the same folder, one at a time. Resolves when all
 * have opened it, so that they switch together. The snapshot can be lent as soon as `open` ends.
 */
export type OpenTogether = <Opened>(id: string, open: () => Promise<Opened>) => Promise<Opened>

/** A snapshot that stays open until it is returned. */
export type Lent = Disposable & { snapshot: Snapshot }

/** The published snapshot by the folder or the followed bucket, the served one, and why they differ. */
export type SnapshotState = {
  published: string | null
  served: string | null
  /** True if one snapshot is served whatever is published. */
  fixed?: boolean
  problems: string[]
}

/** `fixed`: the id of the snapshot to serve, whatever is published. */
export type LiveOptions = OpenOptions & { fixed?: string | undefined }

/** A follower that brings snapshots into the folder: the published snapshot that it saw, and its problems. */
export type Following = { published: string | null; problems: string[]; readAt: Date | null }

/**
 * The snapshots that the server holds: the live snapshot and its predecessor, so that a client can continue
 * paging after a new one is published. A released snapshot closes when its last request is done.
 *
 * A snapshot is refused if it can't be opened, or if its files are found damaged while it is served. The
 * previous snapshot is served in its place if it is whole. The refused one is tried again and again.
 */
export class LiveSnapshots {
  readonly #layout: Layout
  readonly #options: LiveOptions
  readonly #log: Logger
  readonly #openTogether: OpenTogether
  readonly #looks: NodeJS.Timeout
  readonly #tombstones: Tombstones
  readonly #attempts: ReturnType<typeof newAttempts>
  readonly #problems: ReturnType<typeof newProblems>
  /** Checks whether the files of snapshots are whole. */
  readonly checks: FileChecks
  /** Set by the follower of a bucket. */
  following: Following | undefined
  #held: Held[] = []
  #published: string | null = null
  #opening: string | null = null
  #nextPatrol: NodeJS.Timeout | undefined
  #isClosed = false
  #refreshing: Promise<void> = Promise.resolve()

  private constructor(
    layout: Layout,
    options: LiveOptions,
    log: Logger,
    now: () => number,
    openTogether: OpenTogether,
  ) {
    this.#layout = layout
    this.#openTogether = openTogether
    this.#options = options
    this.#log = log
    this.#tombstones = new Tombstones(layout.tombstones)
    this.#attempts = newAttempts(now)
    this.#problems = newProblems(log)
    this.checks = new FileChecks(layout, (file, fault) => this.#noteFile(file, fault))
    this.#looks = setInterval(() => void this.refresh(), period_ms).unref()
  }

  /**
   * Opens the live snapshot, if there is a valid one, and follows `current` from then on. `now` returns
   * milliseconds since any fixed moment.
   */
  static async open(
    layout: Layout,
    options: LiveOptions,
    log: Logger,
    now: () => number = () => performance.now(),
    openTogether: OpenTogether = (_, open) => open(),
  ): Promise<LiveSnapshots> {
    const live = new LiveSnapshots(layout, options, log, now, openTogether)
    await live.refresh()
    void live.holdPrevious()
    live.#patrolLater()
    return live
  }

  /** The live snapshot; undefined while there is no valid one. */
  get live(): Snapshot | undefined {
    return this.#held[0]?.snapshot
  }

  get state(): SnapshotState {
    return {
      published: this.following?.published ?? this.#published,
      served: this.live?.id ?? null,
      fixed: this.#options.fixed !== undefined,
      problems: [...(this.following?.problems ?? []), ...this.#problems.texts],
    }
  }

  /**
   * Lends a snapshot, by default the live one, until it is disposed of: `using lent = …lend()`. Returns
   * undefined if the snapshot is not held.
   */
  lend(id = this.live?.id): Lent | undefined {
    const held = this.#held.find(({ snapshot }) => snapshot.id === id)
    if (!held) return undefined
    held.users++
    return { snapshot: held.snapshot, [Symbol.dispose]: () => release(held) }
  }

  /** Returns true for the snapshot before the live one until `holdPrevious` has opened it. */
  isOpening(id: string): boolean {
    return id === this.#opening
  }

  /** The snapshots that can be lent, the live one first. */
  get heldIds(): string[] {
    return this.#held.map(({ snapshot }) => snapshot.id)
  }

  /** The ids of farms removed from the directory, in whichever snapshot. */
  get removedFarms(): ReadonlySet<string> {
    return this.#tombstones.ids
  }

  /** Checks whether another snapshot is live now, and if so opens and serves it. */
  refresh(): Promise<void> {
    return this.#afterLooks(() => this.#look())
  }

  /** Like `refresh`, but without the pause after a failure, because the cause may be fixed. */
  tryAgain(): Promise<void> {
    return this.#afterLooks(() => {
      this.#attempts.succeeded()
      return this.#look()
    })
  }

  /** Also holds the snapshot before the live one, if it is available by now. */
  async holdPrevious(): Promise<void> {
    this.#opening = this.live?.manifest.previous ?? null
    await this.#afterLooks(() => this.#holdPrevious())
    this.#opening = null
  }

  /** Reads every file of the held snapshots again, and stops answering from a damaged snapshot. */
  async patrol(bytesPerSecond?: number): Promise<void> {
    for (const held of this.#held)
      for (const file of held.snapshot.manifest.files) {
        if (this.#isClosed || !this.#held.includes(held)) break
        const fault = await this.checks.check(held.snapshot.id, file, bytesPerSecond)
        if (!fault) held.snapshot.damaged.delete(file.path)
        else await this.#afterLooks(() => this.#setAside(held, file.path, fault))
      }
  }

  /** Releases every snapshot; each closes when its last request is done. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#looks)
    clearTimeout(this.#nextPatrol)
    await this.#refreshing
    for (const held of this.#held.splice(0)) release(held)
  }

  #patrolLater(): void {
    if (this.#isClosed) return
    const go = () => void this.patrol(patrolBytesPerSecond).finally(() => this.#patrolLater())
    this.#nextPatrol = setTimeout(go, patrolPause_ms).unref()
  }

  /** Changes to the list of held snapshots run one after the other. */
  #afterLooks(action: () => Promise<void>): Promise<void> {
    this.#refreshing = this.#refreshing.then(action)
    return this.#refreshing
  }

  async #look(): Promise<void> {
    await this.#readTombstones()
    const id = await this.#readCurrent()
    const [live] = this.#held
    if (id === null) {
      if (live) live.isDoubtful = true // its open files may be on a disk that is gone
      return
    }
    if (id === live?.snapshot.id && !live.isDoubtful) this.#problems.clear('published')
    else if (this.#attempts.isDue(id)) await this.#takeUp(id)
  }

  async #readTombstones(): Promise<void> {
    try {
      if (await this.#tombstones.refresh())
        for (const { snapshot } of this.#held) snapshot.hidden.replace(this.removedFarms)
      this.#problems.clear('tombstones')
    } catch (error) {
      this.#complain('tombstones', error as Error)
    }
  }

  async #readCurrent(): Promise<string | null> {
    try {
      this.#published = this.#options.fixed ?? (await currentId(this.#layout))
      this.#problems.clear('current')
    } catch (error) {
      this.#published = null
      this.#complain('current', error as Error)
    }
    return this.#published
  }

  async #takeUp(id: string): Promise<void> {
    try {
      const held = await this.#openTogether(id, () => this.#openToLend(id))
      await this.#readTombstones() // they may have returned with the disk
      this.#hold(held)
      this.#attempts.succeeded()
      this.#problems.clear('published')
    } catch (error) {
      this.#attempts.failed(id)
      if (!this.live && this.#options.fixed === undefined) await this.#holdOneBefore(id)
      this.#complain('published', error as Error)
    }
  }

  /** Clients may be paging in the snapshot before, even if another process served it to them. */
  async #holdPrevious(): Promise<void> {
    const previous = this.live?.manifest.previous
    if (previous == null || this.#held.length > 1) return
    try {
      this.#held.push(await this.#open(previous))
      this.#log.info({ snapshot: previous }, 'holding the previous snapshot')
    } catch (error) {
      this.#log.info({ snapshot: previous }, `not held: ${(error as Error).message}`)
    }
  }

  /** Serves the newest whole snapshot that was published before `id`, if there is one. */
  async #holdOneBefore(id: string): Promise<void> {
    const ids = await publishedIds(this.#layout).catch((err: unknown) => {
      this.#log.error({ err }, "the previous snapshots can't be listed")
      return []
    })
    for (const older of ids.filter((each) => each < id))
      try {
        return this.#hold(await this.#open(older))
      } catch (error) {
        this.#log.info({ snapshot: older }, `not served either: ${(error as Error).message}`)
      }
  }

  async #open(id: string): Promise<Held> {
    const known = this.#held.find(({ snapshot }) => snapshot.id === id)
    if (known && !known.isDoubtful) return known
    let saidAt = performance.now()
    const snapshot = await openSnapshot(
      this.#layout,
      id,
      this.#options,
      this.checks,
      (progress) => {
        if (performance.now() - saidAt < progress_ms) return
        this.#log.info(progress, 'checking the snapshot')
        saidAt = performance.now()
      },
    )
    snapshot.hidden.replace(this.removedFarms)
    return { snapshot, users: 1, isDoubtful: false }
  }

  /** Opens a snapshot that is not live yet: a client that used it in another thread may request it here. */
  async #openToLend(id: string): Promise<Held> {
    const held = await this.#open(id)
    if (this.#held.length > 0 && !this.#held.includes(held)) this.#held.push(held)
    return held
  }

  /** Makes a snapshot the live one, and keeps its predecessor. */
  #hold(held: Held): void {
    const others = this.#held.filter((other) => other !== held)
    const before = others.find(({ snapshot }) => snapshot.id !== held.snapshot.id)
    this.#held = before ? [held, before] : [held]
    for (const other of others) if (other !== before) release(other)
    const { id, farms } = held.snapshot
    this.#log.info({ snapshot: id, farms }, 'serving the snapshot')
  }

  /**
   * Releases a snapshot with damaged or missing files, if there is a whole one to serve. Otherwise answers
   * continue from memory, which was checked when it was read.
   */
  async #setAside(held: Held, path: string, { kind }: Fault): Promise<void> {
    if (this.#isClosed || !this.#held.includes(held)) return
    if (kind === 'changed') held.snapshot.damaged.add(path)
    if (!answeringFiles.includes(path)) return // only downloads use it, and they check it
    if (!held.isDoubtful) this.#attempts.failed(held.snapshot.id) // once, for any number of files
    held.isDoubtful = true
    const other = this.#options.fixed === undefined && this.#held.find((each) => each !== held)
    if (held === this.#held[0] && !(other && (await this.#isWhole(other)))) return
    this.#held = this.#held.filter((each) => each !== held)
    release(held)
    this.#log.error({ snapshot: held.snapshot.id }, `let go of; serving ${this.live?.id}`)
  }

  async #isWhole({ snapshot: { id, manifest } }: Held): Promise<boolean> {
    for (const file of manifest.files)
      if (answeringFiles.includes(file.path) && (await this.checks.check(id, file))) return false
    return true
  }

  #noteFile(file: string, fault: Fault | null): void {
    if (fault) this.#problems.note(file, `snapshot file ${file}: ${fault.what}`)
    else this.#problems.clear(file)
  }

  #complain(name: string, error: Error): void {
    const goesOn = this.live ? `; still serving ${this.live.id}` : ''
    const fault = error instanceof SnapshotError ? undefined : error
    this.#problems.note(name, error.message, goesOn, fault)
  }
}

function release(held: Held): void {
  if (--held.users === 0) held.snapshot.close()
}
