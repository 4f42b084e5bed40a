import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { moveDurably, replaceAtomically, syncToDisk } from '../../data/disk/durable_files.ts'
import { isWhole } from '../../data/file_digest.ts'
import { archiveIndex, type ArchivedFile } from '../../data/schema/input/archived_file.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { readIfPresent, SnapshotsError } from '../snapshots/snapshots.ts'

/** What tells an entry of the sources file from others. */
export type Identity = Pick<ArchivedFile, 'source' | 'kind' | 'origin'> & {
  /** The series in the entry; null = none. */
  series: string | null
}

/**
 * Source files, each once, named by its SHA-256, and their index. A file gets its name once it is whole, and
 * the index is replaced in one step. Only the process with the build folder's lock may write.
 */
export class Archive {
  readonly #places: Layout
  files: ArchivedFile[]

  private constructor(places: Layout, files: ArchivedFile[]) {
    this.#places = places
    this.files = files
  }

  /** Reads the index. Throws a SnapshotsError if it is damaged. */
  static async open(places: Layout): Promise<Archive> {
    const path = indexOf(places)
    const text = await readIfPresent(path)
    if (text === null) return new Archive(places, [])
    try {
      return new Archive(places, archiveIndex.parse(JSON.parse(text)))
    } catch (error) {
      throw new SnapshotsError(
        `${path} is damaged: restore it from a backup, or remove it, and the archive begins again`,
        { cause: error },
      )
    }
  }

  pathOf(sha256: string): string {
    return join(this.#places.archive, sha256)
  }

  /** The newest file from an address or a path. */
  newestOf(origin: string): ArchivedFile | undefined {
    return this.files
      .filter((each) => each.origin === origin)
      .toSorted((a, b) => (a.last_at < b.last_at ? 1 : -1))[0]
  }

  /** Bytes of the files that came after a time, each once. */
  bytesSince(time: string): number {
    const sizes = new Map(
      this.files.filter(({ first_at }) => first_at > time).map((each) => [each.sha256, each.bytes]),
    )
    return sizes.values().reduce((sum, bytes) => sum + bytes, 0)
  }

  /** Adds a file that `copyTo` writes, unless it is there. */
  async copy(sha256: string, copyTo: (path: string) => Promise<void>): Promise<void> {
    if (await this.holds(sha256)) return
    const copied = await this.temporary(sha256)
    await copyTo(copied)
    await this.take(copied, sha256)
  }

  /** A path for a file that is not whole yet; the next build removes it. */
  async temporary(name: string): Promise<string> {
    await mkdir(this.#places.work, { recursive: true })
    return join(this.#places.work, `archived-${name}`)
  }

  /** Moves a whole file from its temporary path into the archive. */
  async take(from: string, sha256: string): Promise<void> {
    await mkdir(this.#places.archive, { recursive: true, mode: 0o700 })
    await syncToDisk(from)
    await moveDurably(from, this.pathOf(sha256))
  }

  /** Adds a file to the index. A file that is there keeps the times of before. */
  note(file: Omit<ArchivedFile, 'first_at' | 'good_at'>): void {
    const isSame = (each: ArchivedFile) =>
      each.sha256 === file.sha256 && each.origin === file.origin && each.source === file.source
    const before = this.files.find(isSame)
    const { first_at = file.last_at, good_at = null } = before ?? {}
    this.files = [...this.files.filter((each) => each !== before), { ...file, first_at, good_at }]
  }

  /** The good editions of an entry, the last one first: of the same origin, else of the same source and series. */
  goodOf(entry: Identity, isExcluded: (file: ArchivedFile) => boolean): ArchivedFile[] {
    const good = this.files
      .filter((file) => file.good_at !== null && !isExcluded(file))
      .filter(({ source, kind }) => source === entry.source && kind === entry.kind)
      .filter(({ entry: { series = null } }) => series === entry.series)
      .toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))
    const ofOrigin = good.filter(({ origin }) => origin === entry.origin)
    return ofOrigin.length > 0 ? ofOrigin : good
  }

  /** Whether it has the file, undamaged. */
  holds = (sha256: string): Promise<boolean> => isWhole(this.pathOf(sha256), sha256)

  async save(): Promise<void> {
    await mkdir(this.#places.archive, { recursive: true, mode: 0o700 })
    const text = JSON.stringify(this.files, null, 1) + '\n'
    await replaceAtomically(indexOf(this.#places), text, await this.temporary('index'))
  }
}

const indexOf = ({ archive }: Layout) => join(archive, 'index.json')

const rank = ({ good_at, edition }: ArchivedFile) => `${good_at} ${edition ?? ''}`
