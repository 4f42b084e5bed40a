import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileDigest } from '../../data/file_digest.ts'
import type { Report } from '../../data/schema/report.ts'
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
  type Source,
  type SourceFile,
  Neighborhood,
  partsOf,
  type Part,
} from './intake.ts'
import { FileToKeep, fileKey, intakesOf, type KeptFile } from './kept_file.ts'
import { KeptReadings, readingsToKeep } from './kept_readings.ts'
import { keyed } from './kept_rows.ts'
import type { ReadRow, RefusedRow, UndecidedRow } from './reading.ts'
import { RowReaders, type ReadersOptions } from './row_readers.ts'
import { jsonText, openSpool, type Spool } from './spool.ts'
import { Supply, type LeftOut, type ListedEdition } from './supply.ts'

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

export type Input = {
  intakes: Intake[]
  leftOut: LeftOut[]
  findings: Findings
  /** The findings of each source; `findings`: all of them. */
  findingsOf: ReadonlyMap<string, Findings>
  /** How many observations there are. */
  count: number
  lists: RowList[]
  /** The folder with their readings, for `keepReadings`. */
  readings: string
  reuse: Report['reuse']
  /** JSON Lines of rejected rows (data/schema/report.ts). */
  rejects: string
}

/**
 * How many rows of a file wait for its end, because only its other rows can tell where they are. More
 * are decided by the rows read so far.
 */
const mostWaiting = 10_000

type ReadOptions = Omit<ReadersOptions, 'kept'> & {
  /** The last build's readings, for rows that did not change; null = every row is read. */
  last?: string | null
  supply?: Supply
  /** The current editions of the live snapshot. */
  listed?: ListedEdition[]
}

/**
 * Reads and normalizes every source into `scratch`: lists of observations, and rejected rows. If a file
 * fails, the last good edition of its source takes its place. Throws a SourceError if there is none: the file
 * does not have its source type, has no date, or changes while it is read.
 */
export async function readSources(
  sources: Source[],
  scratch: string,
  progress: Progress,
  now: Date,
  { last = null, supply = new Supply(null, { now }), listed = [], ...options }: ReadOptions = {},
): Promise<Input> {
  using kept = await KeptReadings.open(last, now)
  await using readers = new RowReaders(now, { ...options, kept })
  const toKeep = await readingsToKeep(join(scratch, 'readings'))
  const lists: RowList[] = []
  await using rejects = await openSpool(join(scratch, 'rejects.ndjson'))
  const findingsOf = new Map<string, Findings>()
  const intakes: Intake[] = []
  const files = await supply.files(sources)
  const bytes = await sizesOf(files)
  const bytesOfAll = bytes.reduce((one, other) => one + other, 0)
  let bytesBefore = 0
  for (const [index, file] of files.entries()) {
    await readOrReplace(file)
    bytesBefore += bytes[index]!
  }
  for (const file of await supply.listedBeside(intakes, listed)) await readOrReplace(file)
  await supply.save()
  await toKeep.close()
  await rejects.close()
  const spools = { lists, readings: toKeep.folder, rejects: rejects.path }
  const { leftOut } = supply
  const findings = Findings.sum(findingsOf.values())
  return { intakes, leftOut, findings, findingsOf, count: counted(), ...spools, reuse: kept.reuse }

  function counted(): number {
    const last = lists.at(-1)
    return last ? last.seq + last.rows : 0
  }

  async function readOrReplace(source: SourceFile): Promise<void> {
    const [intake, found] = [emptyIntake(source), new Findings()]
    let parts: Intake[]
    const rewind = await rewinder()
    try {
      parts = (await takeKept(source, intake, found)) ?? (await readOne(source, intake, found))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      const replacement = await supply.instead(source, error)
      await rewind()
      if (replacement) await readOrReplace(replacement)
      return
    }
    const own = findingsOf.get(nameOf(source)) ?? new Findings()
    own.include(found.found)
    findingsOf.set(nameOf(source), own)
    intakes.push(...parts)
  }

  /** Returns a function that removes all results of a file. */
  async function rewinder(): Promise<() => Promise<void>> {
    const [list, mark] = [toKeep.nextList(), await rejects.mark()]
    const { rows } = kept.reuse
    return async () => {
      await rm(list, { force: true })
      await rejects.rewind(mark)
      kept.reuse.rows = rows
    }
  }

  /** Takes the last build's result for a file; null if there is none, or it is damaged. */
  async function takeKept(source: SourceFile, { file: name }: Intake, findings: Findings) {
    const isFile = (await stat(source.path).catch(() => null))?.isFile()
    if (!kept.hasFiles || !isFile) return null // a pipe can be read once
    await using bytes = await SourceBytes.open(source.path)
    const sha256 = await bytes.digest()
    const fileId = fileKey(source, name, sha256)
    const file = await kept.file(fileId)
    if (file === null) return null
    const parts = intakesOf(source, sha256, file)
    await supply.keep(source, bytes, parts)
    findings.include(file.found)
    for (const line of file.rejects) await rejects.write(line)
    kept.reuse.rows += file.keyed
    await kept.linkTo(file, toKeep.nextList())
    add(file, true)
    return parts
  }

  /** Adds a file whose list is written. */
  function add(file: KeptFile, isKept: boolean): void {
    const { rows, sha256 } = file
    const place = { path: toKeep.nextList(), seq: counted(), input: intakes.length }
    const counts = file.counts.map(({ part, ...of }) => ({ input: place.input + part, ...of }))
    lists.push({ ...place, rows, counts, sha256, kept: isKept, past: false })
    toKeep.add(file)
  }

  /** Returns the intake of the file, or an intake for each edition in it. */
  async function readOne(source: SourceFile, intake: Intake, findings: Findings) {
    const { adapter, path, mapping } = source
    const keeping = new FileToKeep()
    const others = new Neighborhood()
    const waiting: [UndecidedRow, Part][] = []
    const parts = partsOf(source, intake, intakes.length)
    const origin = { source: intake.name, adapter }
    await using list = await openSpool(toKeep.nextList())
    const take = (reading: ReadRow | RefusedRow, part: Part) =>
      takeIn(reading, part, { list, others, findings, keeping })
    await using file = await SourceBytes.open(path)
    await kept.prepare(intake.name)
    try {
      const rows = adapter.read(file, mapping, intake.columns)
      for await (const reading of readers.read(parts.noted(rows), origin)) {
        const part = parts.next()
        if (!('waits' in reading)) await take(reading, part)
        else if (reading.waits && waiting.length < mostWaiting) waiting.push([reading, part])
        else await take(decided(reading, others), part)
        if (part.intake.read % 1000 === 0) report(list.count, bytesBefore + file.read)
      }
      for (const [reading, part] of waiting) await take(decided(reading, others), part)
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
    add(keeping.with(key, read, findings.found, { rows: list.count, sha256 }), false)
    return read
  }

  function report(rows: number, bytesRead: number): void {
    progress.rows(counted() + rows + rejects.count)
    progress.share(Math.min(1, bytesRead / Math.max(1, bytesOfAll)))
  }

  async function takeIn(
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
      await rejects.write(rejected)
      keeping.reject(rejected)
    } else {
      const { counted, json, key } = reading
      countIn(counted, intake, others)
      const series = seriesOf(intake, counted.place_type)
      intake.allSeries.add(series)
      const place = { seq: list.count, input: input - intakes.length, series, file }
      await list.write(`${keyed(key)},${jsonText(place).slice(1, -1)},${json}`)
      keeping.add(place.input, series, key)
    }
  }
}

/** Where the rows of a file go. */
type Taking = { list: Spool; others: Neighborhood; findings: Findings; keeping: FileToKeep }

/** The bytes of each file; 0 for a pipe or a missing file, which its reader reports. */
const sizesOf = (sources: SourceFile[]) =>
  Promise.all(
    sources.map(({ path }) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )

/** The outcome of a row that depends on other rows, by the rows so far. Later rows may change it. */
const decided = ({ point, among, apart }: UndecidedRow, others: Neighborhood) => ({
  ...(others.holds(point) ? among : apart),
  key: null,
})
