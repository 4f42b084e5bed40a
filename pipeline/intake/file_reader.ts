import { rm, stat } from 'node:fs/promises'
import { fileDigest } from '../../data/file_digest.ts'
import { Findings } from '../normalize/findings.ts'
import type { Progress } from '../progress.ts'
import { SourceBytes } from '../read/formats/source_bytes.ts'
import { SourceError } from '../read/source_error.ts'
import {
  countIn,
  emptyIntake,
  nameOf,
  reasonClass,
  seriesOf,
  type Intake,
  type SourceFile,
  Neighborhood,
  partsOf,
  type Part,
} from './intake.ts'
import { FileToKeep, fileKey, intakesOf, type KeptFile } from './kept_file.ts'
import type { KeptReadings, readingsToKeep } from './kept_readings.ts'
import { keyed } from './kept_rows.ts'
import type { ReadRow, RefusedRow, UndecidedRow } from './reading.ts'
import type { RowReaders } from './row_readers.ts'
import { jsonText, openSpool, type Spool } from './spool.ts'
import type { Supply } from './supply.ts'

/**
 * The observations of a file: JSON Lines. Each has its number and that of its input, counted from those of the
 * list, its farm's first id, a digest of the row, and its opening days. `kept`: the last build's list of the
 * same file. `past`: the build does not need its rows (resolve/editions/past.ts).
 */
export type RowList = {
  path: string
  seq: number
  input: number
  rows: number
  /** The rows of each input and series. */
  counts: { input: number; series: string; rows: number }[]
  sha256: string
  kept: boolean
  past: boolean
}

/**
 * How many rows of a file wait for its end, because only its other rows can tell where they are. More
 * are decided by the rows read so far.
 */
const mostWaiting = 10_000

/** Readers and results of a build. `bytes`: the size of each file, for the progress. */
type ReadWith = {
  kept: KeptReadings
  rows: RowReaders
  rejects: Spool
  toKeep: Awaited<ReturnType<typeof readingsToKeep>>
  supply: Supply
  progress: Progress
  bytes: ReadonlyMap<SourceFile, number>
}

/** Reads the files of a build, one after another. */
export class FileReader {
  readonly lists: RowList[] = []
  readonly intakes: Intake[] = []
  readonly findingsOf = new Map<string, Findings>()
  readonly #with: ReadWith
  readonly #bytesOfAll: number
  /** The bytes of the files before this one. */
  #bytesBefore = 0

  constructor(readWith: ReadWith) {
    this.#with = readWith
    this.#bytesOfAll = [...readWith.bytes.values()].reduce((one, other) => one + other, 0)
  }

  /** How many observations the lists have. */
  get count(): number {
    const last = this.lists.at(-1)
    return last ? last.seq + last.rows : 0
  }

  /** Reads a file, or what takes its place if it fails. */
  async take(source: SourceFile): Promise<void> {
    await this.#readOrReplace(source)
    this.#bytesBefore += this.#with.bytes.get(source) ?? 0
  }

  async #readOrReplace(source: SourceFile): Promise<void> {
    const [intake, found] = [emptyIntake(source), new Findings()]
    const rewind = await this.#rewinder()
    let parts: Intake[]
    try {
      parts =
        (await this.#takeKept(source, intake, found)) ?? (await this.#read(source, intake, found))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      const replacement = await this.#with.supply.instead(source, error)
      await rewind()
      if (replacement) await this.#readOrReplace(replacement)
      return
    }
    const own = this.findingsOf.get(nameOf(source)) ?? new Findings()
    own.include(found.found)
    this.findingsOf.set(nameOf(source), own)
    this.intakes.push(...parts)
  }

  /** Returns a function that removes all results of a file. */
  async #rewinder(): Promise<() => Promise<void>> {
    const { kept, rejects, toKeep } = this.#with
    const [list, mark] = [toKeep.nextList(), await rejects.mark()]
    const { rows } = kept.reuse
    return async () => {
      await rm(list, { force: true })
      await rejects.rewind(mark)
      kept.reuse.rows = rows
    }
  }

  /** Takes the last build's result for a file; null if there is none, or it is damaged. */
  async #takeKept(source: SourceFile, { file: name }: Intake, findings: Findings) {
    const { kept, rejects, supply, toKeep } = this.#with
    const isFile = (await stat(source.path).catch(() => null))?.isFile()
    if (!kept.hasFiles || !isFile) return null // a pipe can be read once
    await using bytes = await SourceBytes.open(source.path)
    const sha256 = await bytes.digest()
    const file = await kept.file(fileKey(source, name, sha256))
    if (file === null) return null
    const parts = intakesOf(source, sha256, file)
    await supply.keep(source, bytes, parts)
    findings.include(file.found)
    for (const line of file.rejects) await rejects.write(line)
    kept.reuse.rows += file.keyed
    await kept.linkTo(file, toKeep.nextList())
    this.#add(file, true)
    return parts
  }

  /** Adds a file whose list is written. */
  #add(file: KeptFile, isKept: boolean): void {
    const { rows, sha256 } = file
    const { toKeep } = this.#with
    const place = { path: toKeep.nextList(), seq: this.count, input: this.intakes.length }
    const counts = file.counts.map(({ part, ...of }) => ({ input: place.input + part, ...of }))
    this.lists.push({ ...place, rows, counts, sha256, kept: isKept, past: false })
    toKeep.add(file)
  }

  /** Returns the intake of the file, or an intake for each edition in it. */
  async #read(source: SourceFile, intake: Intake, findings: Findings): Promise<Intake[]> {
    const { adapter, path, mapping } = source
    const { kept, rows, supply, toKeep } = this.#with
    const keeping = new FileToKeep()
    const parts = partsOf(source, intake, this.intakes.length)
    const origin = { source: intake.name, adapter }
    await using list = await openSpool(toKeep.nextList())
    const taking = { list, others: new Neighborhood(), findings, keeping }
    await using file = await SourceBytes.open(path)
    await kept.prepare(intake.name)
    try {
      const stated = adapter.read(file, mapping, intake.columns)
      await this.#takeRows(rows.read(parts.noted(stated), origin), parts, taking, () => file.read)
      intake.sha256 = await file.digest()
    } catch (error) {
      throw (await file.changed()) ?? error // what was half written looks damaged too
    }
    const read = parts.all()
    for (const part of read) part.sha256 = intake.sha256
    await supply.keep(source, file, read)
    await list.close()
    const { sha256 } = await fileDigest(list.path)
    const key = fileKey(source, intake.file, intake.sha256)
    this.#add(keeping.with(key, read, findings.found, { rows: list.count, sha256 }), false)
    return read
  }

  /** Takes the rows of a file. Those that only its other rows can place come last. */
  async #takeRows(
    readings: ReturnType<RowReaders['read']>,
    parts: ReturnType<typeof partsOf>,
    taking: Taking,
    bytesRead: () => number,
  ): Promise<void> {
    const waiting: [UndecidedRow, Part][] = []
    for await (const reading of readings) {
      const part = parts.next()
      if (!('waits' in reading)) await this.#takeRow(reading, part, taking)
      else if (reading.waits && waiting.length < mostWaiting) waiting.push([reading, part])
      else await this.#takeRow(decided(reading, taking.others), part, taking)
      if (part.intake.read % 1000 === 0) this.#report(taking.list.count, bytesRead())
    }
    for (const [reading, part] of waiting)
      await this.#takeRow(decided(reading, taking.others), part, taking)
  }

  async #takeRow(
    reading: ReadRow | RefusedRow,
    { intake, input }: Part,
    { list, others, findings, keeping }: Taking,
  ): Promise<void> {
    const { name: source, file } = intake
    intake.read++
    const { found } = 'rejected' in reading ? reading : reading.counted
    if (found) findings.include(found)
    if ('rejected' in reading) {
      const { line, rejected: reason, raw } = reading
      intake.rejections.add(reasonClass(reason))
      const rejected = jsonText({ source, file, line, reason, raw })
      await this.#with.rejects.write(rejected)
      keeping.reject(rejected)
    } else {
      const { counted, json, key } = reading
      countIn(counted, intake, others)
      const series = seriesOf(intake, counted.place_type)
      intake.allSeries.add(series)
      const place = { seq: list.count, input: input - this.intakes.length, series, file }
      await list.write(`${keyed(key)},${jsonText(place).slice(1, -1)},${json}`)
      keeping.add(place.input, series, key)
    }
  }

  #report(rows: number, bytesRead: number): void {
    const { progress, rejects } = this.#with
    progress.rows(this.count + rows + rejects.count)
    progress.share(Math.min(1, (this.#bytesBefore + bytesRead) / Math.max(1, this.#bytesOfAll)))
  }
}

/** Where the rows of a file go. */
type Taking = { list: Spool; others: Neighborhood; findings: Findings; keeping: FileToKeep }

/** The outcome of a row that depends on other rows, by the rows so far. Later rows may change it. */
const decided = ({ point, among, apart }: UndecidedRow, others: Neighborhood) => ({
  ...(others.holds(point) ? among : apart),
  key: null,
})
