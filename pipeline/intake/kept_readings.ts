import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifestText } from '../../data/disk/manifest_file.ts'
import { isWhole, sha256Of } from '../../data/file_digest.ts'
import type { Report } from '../../data/schema/report.ts'
import { programDigest } from '../version.ts'
import type { KeptFile } from './kept_file.ts'
import { KeptRows } from './kept_rows.ts'
import { saidAgain, type Said } from './reading.ts'

const indexIn = (folder: string) => join(folder, 'index.json')

/**
 * The readings of this build, for the next build: the list of each file's rows, and an index. Makes their
 * folder, for its owner only, since it contains fields of members.
 */
export async function readingsToKeep(folder: string) {
  await mkdir(folder, { mode: 0o700 })
  const kept: KeptFile[] = []
  return {
    folder,
    /** Where the list of the next file belongs. */
    nextList: () => join(folder, `${kept.length}.ndjson`),
    add: (file: KeptFile) => void kept.push(file),
    async close() {
      const files = JSON.stringify(kept)
      const head = JSON.stringify({ program: programDigest(), sha256: sha256Of(files) })
      await writeFile(indexIn(folder), `${head}\n${files}\n`, { flag: 'wx', mode: 0o600 })
    },
  }
}

const noteIn = (folder: string) => join(folder, 'snapshot.json')

/** Notes that the snapshot in a folder was made of the readings at a place; `basis` identifies what else it was made of. */
export const noteSnapshot = async (place: string, snapshot: string, basis: string): Promise<void> =>
  writeFile(noteIn(place), await noteOf(snapshot, basis), { mode: 0o600 })

/** Whether it is on record that this program published a snapshot, unchanged since, of the readings at a place. */
export async function isOfSnapshot(
  place: string,
  snapshot: string,
  basis: string,
): Promise<boolean> {
  const noted = await readFile(noteIn(place), 'utf8').catch(() => null)
  return noted === (await noteOf(snapshot, basis))
}

const noteOf = async (snapshot: string, basis: string): Promise<string> => {
  const manifest = sha256Of(await readManifestText(snapshot))
  return JSON.stringify({ program: programDigest(), manifest, basis })
}

/** Replaces the readings of the last build. */
export async function keepReadings(made: string, place: string): Promise<void> {
  await rm(place, { recursive: true, force: true })
  await rename(made, place)
}

/** The readings of the last build. */
export class KeptReadings implements Disposable {
  /** Number of reused rows, and what was not reused (data/schema/report.ts). */
  readonly reuse: Report['reuse'] = { rows: 0, damaged: 0, ignored: null }
  readonly #folder: string
  readonly #now: number
  #files: KeptFile[] = []
  /** Whether each list that was looked at is undamaged. */
  readonly #checked = new Map<KeptFile, boolean>()
  readonly #rows = new Map<string, KeptRows>()

  private constructor(folder: string, now: Date) {
    this.#folder = folder
    this.#now = now.getTime()
  }

  /** Opens the readings at a place (null = none), for a build that began at `now`. */
  static async open(place: string | null, now: Date): Promise<KeptReadings> {
    const kept = new KeptReadings(place ?? '', now)
    if (place === null || !existsSync(place)) return kept
    try {
      kept.reuse.ignored = await kept.#open()
    } catch (error) {
      kept.reuse.ignored = `damaged (${(error as Error).message})`
    }
    return kept
  }

  get hasFiles(): boolean {
    return this.#files.length > 0
  }

  /** Makes the rows of a source known. */
  async prepare(source: string): Promise<void> {
    if (this.#rows.has(source)) return
    const files = await this.#whole(this.#files.filter((file) => file.source === source))
    const rows = new KeptRows(files.reduce((sum, { keyed }) => sum + keyed, 0))
    this.#rows.set(source, rows)
    for (const file of files) await rows.add(this.#listOf(file))
  }

  /** The reading of a row with this key, of a source that was prepared; null = unknown. */
  find(key: string, source: string): Said | null {
    const line = this.#rows.get(source)?.lineOf(key)
    const said = line ? saidAgain(line) : null
    if (said === null || Date.parse(said.counted.updated_at ?? '') > this.#now) return null // of a clock since put back
    this.reuse.rows++
    return said
  }

  /** A file of this key; null = unknown or damaged, or with dates that are still to come. */
  async file(key: string): Promise<KeptFile | null> {
    const same = this.#files.filter((file) => file.key === key)
    const isToCome = ({ newest }: { newest: string | null }) => Date.parse(newest ?? '') > this.#now
    return (await this.#whole(same)).find(({ parts }) => !parts.some(isToCome)) ?? null
  }

  /** Gives the list of a file another name beside its own. */
  async linkTo(file: KeptFile, path: string): Promise<void> {
    await link(this.#listOf(file), path).catch(() => copyFile(this.#listOf(file), path))
  }

  [Symbol.dispose](): void {
    for (const rows of this.#rows.values()) rows[Symbol.dispose]()
  }

  #listOf(file: KeptFile): string {
    return join(this.#folder, `${this.#files.indexOf(file)}.ndjson`)
  }

  async #whole(files: KeptFile[]): Promise<KeptFile[]> {
    for (const file of files.filter((each) => !this.#checked.has(each))) {
      const isSound = await isWhole(this.#listOf(file), file.sha256).catch(() => false)
      this.#checked.set(file, isSound)
      if (!isSound) this.reuse.damaged += file.keyed
    }
    return files.filter((file) => this.#checked.get(file))
  }

  /** Returns the reason why the readings can't be used, or null. */
  async #open(): Promise<string | null> {
    const [head, files] = (await readFile(indexIn(this.#folder), 'utf8')).split('\n')
    const { program, sha256 } = JSON.parse(head!) as { program: string; sha256: string }
    if (program !== programDigest()) return 'of another version of the program'
    if (sha256 !== sha256Of(files!)) return 'damaged (the index is incomplete)'
    this.#files = JSON.parse(files!) as KeptFile[]
    return null
  }
}
