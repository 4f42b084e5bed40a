import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Mapping } from '../../data/schema/input/mapping.ts'
import type { SourceEntry } from '../../data/schema/input/sources_file.ts'
import type { Report } from '../../data/schema/report.ts'
import type { Run } from '../../data/schema/run.ts'
import { Findings } from '../normalize/findings.ts'
import type { Progress } from '../progress.ts'
import { notStated, type Adapter } from '../read/adapter.ts'
import { Answers } from '../read/columns/answers.ts'
import { askedBy } from '../read/columns/asked.ts'
import { SourceBytes } from '../read/formats/source_bytes.ts'
import { SeenColumns } from '../read/seen_columns.ts'
import { Tally } from '../tally.ts'
import { editionOf } from './edition.ts'
import { KeptReadings, ReadingsToKeep } from './kept_readings.ts'
import { Neighborhood } from './neighborhood.ts'
import type { Counted, ReadRow, RefusedRow, UndecidedRow } from './reading.ts'
import { RowReaders, type ReadersOptions } from './row_readers.ts'
import { jsonText, openSpool } from './spool.ts'

/**
 * A file to read, and its description if the adapter's does not fit. `path` is absolute, and `retrieved_at`
 * RFC 3339 in UTC.
 */
export type SourceFile = Omit<SourceEntry, 'kind'> & { adapter: Adapter }

/** The intake of one source file. */
export type Intake = Pick<Adapter, 'publisher' | 'licence' | 'attribution' | 'authority'> & {
  adapter: Adapter
  name: string
  retrieved_at: string | null
  /** The series in the sources file; null = by name. */
  series: string | null
  /** The newest date of its rows (RFC 3339, UTC). */
  newest: string | null
  path: string
  file: string
  sha256: string
  read: number
  /** Whether any of its farms is generated. */
  synthetic: boolean
  /** The series whose listings it holds. */
  allSeries: Set<string>
  columns: SeenColumns
  mapping: Mapping | null
  rejections: Tally
  corrections: Tally
}

export type Input = {
  intakes: Intake[]
  findings: Findings
  /** How many observations there are. */
  count: number
  /**
   * JSON Lines of observations. Each has its number, its input, its farm's first id, a digest of the row, and
   * its opening days.
   */
  observations: string
  /** The file with their readings, for `keepReadings`. */
  readings: string
  reuse: Report['reuse']
  /** JSON Lines of rejected rows (data/schema/reject.ts). */
  rejects: string
}

/** A file's line in the ledger. */
export const inputOf = (intake: Intake): Run['inputs'][number] => ({
  source: intake.name,
  file: intake.file,
  sha256: intake.sha256,
  edition: editionOf(intake),
  rows: intake.read,
})

/**
 * How many rows of a file wait for its end, because only its other rows can tell where they are. More
 * are decided by the rows read so far.
 */
const mostWaiting = 10_000

/**
 * Reads and normalizes every source into two spools in `scratch`: observations and rejected rows. Readings of
 * unchanged rows come from `last`, the last build's file of readings; null = every row is read. Throws a
 * SourceError if a file does not have its source type, or changes while it is read.
 */
export async function readSources(
  sources: SourceFile[],
  scratch: string,
  progress: Progress,
  now: Date,
  { last = null, ...options }: Omit<ReadersOptions, 'kept'> & { last?: string | null } = {},
): Promise<Input> {
  using kept = new KeptReadings(last, now)
  await using readers = new RowReaders(now, { ...options, kept })
  const readings = join(scratch, 'readings')
  const toKeep = new ReadingsToKeep(readings)
  const observations = openSpool(join(scratch, 'observations.ndjson'))
  const rejects = openSpool(join(scratch, 'rejects.ndjson'))
  const findings = new Findings()
  const intakes: Intake[] = []
  const bytes = await sizesOf(sources)
  let bytesBefore = 0
  for (const [index, source] of sources.entries()) {
    const intake = emptyIntake(source)
    await readOne(source, intake)
    intakes.push(intake)
    bytesBefore += bytes[index]!
  }
  await observations.close()
  toKeep.close()
  await rejects.close()
  const { path, count } = observations
  const spools = { observations: path, readings, rejects: rejects.path }
  return { intakes, findings, count, ...spools, reuse: kept.reuse }

  async function readOne({ adapter, path, mapping }: SourceFile, intake: Intake): Promise<void> {
    const others = new Neighborhood()
    const waiting: UndecidedRow[] = []
    const origin = { source: intake.name, adapter }
    await using file = await SourceBytes.open(path)
    try {
      const rows = adapter.read(file, mapping, intake.columns)
      for await (const reading of readers.read(rows, origin)) {
        if (!('waits' in reading)) await takeIn(reading, intake, others)
        else if (reading.waits && waiting.length < mostWaiting) waiting.push(reading)
        else await takeIn(decided(reading, others), intake, others)
        if (intake.read % 1000 === 0) report(bytesBefore + file.read)
      }
      for (const reading of waiting) await takeIn(decided(reading, others), intake, others)
      intake.sha256 = await file.digest()
    } catch (error) {
      throw (await file.changed()) ?? error // what was half written looks damaged too
    }
  }

  function report(bytesRead: number): void {
    progress.rows(observations.count + rejects.count)
    progress.share(Math.min(1, bytesRead / Math.max(1, sum(bytes))))
  }

  async function takeIn(
    reading: ReadRow | RefusedRow,
    intake: Intake,
    others: Neighborhood,
  ): Promise<void> {
    const { name: source, file } = intake
    intake.read++
    const { found } = 'rejected' in reading ? reading : reading.counted
    if (found) findings.include(found)
    if ('rejected' in reading) {
      const { line, rejected: reason, raw } = reading
      intake.rejections.add(reasonClass(reason))
      await rejects.write(jsonText({ source, file, line, reason, raw }))
    } else {
      const { counted, json, key } = reading
      countIn(counted, intake, others)
      const series = seriesOf(intake, counted.place_type)
      intake.allSeries.add(series)
      const place = jsonText({ seq: observations.count, input: intakes.length, series, file })
      await observations.write(`${place.slice(0, -1)},${json}`)
      if (key !== null) toKeep.add(key, json)
    }
  }
}

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

const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0)

/** The outcome of a row that depends on other rows, by the rows so far. Later rows may change it. */
const decided = ({ point, among, apart }: UndecidedRow, others: Neighborhood) => ({
  ...(others.holds(point) ? among : apart),
  key: null,
})

function countIn(counted: Counted, intake: Intake, others: Neighborhood): void {
  const { corrections, synthetic, updated_at, lat, lng, location_precision } = counted
  if (location_precision === 'exact') others.add({ lat: lat!, lng: lng! })
  for (const correction of corrections) intake.corrections.add(correction)
  intake.synthetic ||= synthetic
  if ((updated_at ?? '') > (intake.newest ?? '')) intake.newest = updated_at
}

function emptyIntake({ adapter, path, ...source }: SourceFile): Intake {
  const owner = source.mapping ? notStated : adapter // whose a mapped table is only its entry can say
  return {
    adapter,
    name: source.name ?? adapter.kind,
    publisher: source.publisher ?? owner.publisher,
    licence: source.licence ?? owner.licence,
    attribution: source.attribution ?? owner.attribution,
    retrieved_at: source.retrieved_at ?? null,
    authority: source.authority ?? adapter.authority,
    series: source.series ?? null,
    newest: null,
    path,
    file: basename(path),
    sha256: '',
    read: 0,
    synthetic: false,
    allSeries: new Set(),
    columns: new SeenColumns(source.columns, new Answers(askedBy(adapter.kind, source.mapping))),
    mapping: source.mapping ?? null,
    rejections: new Tally(),
    corrections: new Tally(),
  }
}

/** The series of a row's listing. */
const seriesOf = ({ series, name, adapter }: Intake, directory: string) =>
  series ?? (adapter.hasDirectories ? `${name}/${directory}` : name)

/** A reason without the value that it names, to be counted: `zip: bad \`1\`` → `zip: bad …`. */
const reasonClass = (reason: string) => reason.replaceAll(/`[^`]*`/g, '…')
