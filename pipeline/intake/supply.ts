import { stat } from 'node:fs/promises'
import { day_ms, utcDay } from '../../data/calendar.ts'
import { Archive, type Identity } from '../archive/archive.ts'
import { counted } from '../../data/digit_grouping.ts'
import type { ArchivedFile } from '../../data/schema/input/archived_file.ts'
import { fileDigest } from '../../data/file_digest.ts'
import { fetchSource, type FetchOptions } from '../fetch/fetch_source.ts'
import type { Validators } from '../fetch/download.ts'
import { wholeSeconds, dateInName } from '../read/instant.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Fallback } from '../../data/schema/manifest.ts'
import { adapterFor } from '../read/adapters.ts'
import type { SourceBytes } from '../read/formats/source_bytes.ts'
import { SourceError } from '../read/source_error.ts'
import { quarantineReasons } from '../snapshots/quarantine.ts'
import { editionOf, isDatedAsWhole } from './edition.ts'
import { nameOf, possibleSeries, type Intake, type Source, type SourceFile } from './intake.ts'

/** Number of days for which the last good edition takes the place of a file, by default. */
const usualMaxAge_days = 90

/** A source without its file in this build; `series`: what the file listed last, or what it may list. */
export type LeftOut = {
  source: string
  reason: Fallback['reason']
  message: string
  series: string[]
}

/** The current editions of the live snapshot: their files. */
export type ListedEdition = { series: string; day: string; sha256: string }

export type SupplyOptions = Pick<FetchOptions, 'env' | 'clock'> & {
  now: Date
  /** The reason for rejecting a file by command; null = it was not rejected. */
  quarantined?: (sha256: string) => string | null
}

/** The files of a build: what its sources give, or their last good editions. */
export class Supply {
  readonly leftOut: LeftOut[] = []
  readonly #archive: Archive | null
  readonly #now: Date
  readonly #quarantined: (sha256: string) => string | null
  readonly #fetchOptions: Pick<FetchOptions, 'env' | 'clock'>
  #origins = new Set<string>()

  /** Without an archive, a source that fails ends the build. */
  constructor(
    archive: Archive | null,
    { now, quarantined = () => null, ...fetchOptions }: SupplyOptions,
  ) {
    this.#fetchOptions = fetchOptions
    this.#archive = archive
    this.#now = now
    this.#quarantined = quarantined
  }

  static async open(places: Layout, options: SupplyOptions): Promise<Supply> {
    const quarantined = await quarantineReasons(places)
    return new Supply(await Archive.open(places), { quarantined, ...options })
  }

  /** A file for each source, in order. Throws a SourceError that lists all sources without one. */
  async files(sources: Source[]): Promise<SourceFile[]> {
    this.#origins = new Set(sources.map(originOf))
    const files: SourceFile[] = []
    const errors: SourceError[] = []
    for (const source of sources)
      try {
        const file = await this.#fileOf(source)
        if (file) files.push(file)
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        errors.push(error)
      }
    const [first, ...others] = errors
    if (others.length > 0) throw new SourceError(errors.map(({ message }) => message).join('\n'))
    if (first) throw first
    return files
  }

  async #fileOf(source: Source): Promise<SourceFile | null> {
    try {
      return await this.#given(source)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      return this.instead(source, error)
    }
  }

  async #given(source: Source): Promise<SourceFile> {
    const { path, url } = source
    if (path === undefined) return this.#fetched({ ...source, url: url! })
    const found = await stat(path).catch(() => null)
    if (found === null) throw new SourceError(`${path} does not exist`, { reason: 'missing' })
    return { ...source, path }
  }

  async #fetched(source: Source & { url: string }): Promise<SourceFile> {
    const archive = this.#archive
    if (!archive) throw new SourceError(`${source.url}: only a build fetches sources`)
    const before = archive.newestOf(source.url)
    const known = before && (await archive.holds(before.sha256)) ? before : undefined
    const path = await archive.temporary('download')
    const got = await fetchSource(source, path, { known, ...this.#fetchOptions })
    const sha256 = got === 'unchanged' ? known!.sha256 : (await fileDigest(path)).sha256
    if (got !== 'unchanged') await archive.take(path, sha256)
    const fetched = got === 'unchanged' ? known! : got
    const file = fileNameOf(source)
    const retrieved_at = source.retrieved_at ?? this.#dateOf(source.url, sha256, fetched)
    return {
      ...source,
      path: archive.pathOf(sha256),
      file,
      fetched,
      ...(source.retrieved_at || !dateInName(file) ? { retrieved_at } : {}),
    }
  }

  /** `Last-Modified`, else the time of the first download of this content. */
  #dateOf(origin: string, sha256: string, { last_modified }: Validators): string {
    const modified = new Date(last_modified ?? NaN)
    if (modified <= this.#now) return wholeSeconds(modified)
    const isSame = (each: ArchivedFile) => each.origin === origin && each.sha256 === sha256
    const first = this.#archive!.files.find(isSame)?.first_at
    return wholeSeconds(first ? new Date(first) : this.#now)
  }

  /**
   * The last good edition of a source that failed; null if the source is not required and has none. Throws
   * the error if there is none, or an error with its age if it is too old.
   */
  async instead(source: Source | SourceFile, thrown: SourceError): Promise<SourceFile | null> {
    if ('substitute' in source) throw thrown
    const error = byAddress(source, thrown)
    const file = await this.#lastGood(source)
    const { max_age_days = usualMaxAge_days, required = true } = source
    const age_days = file ? this.#ageOf(file) : 0
    const isTooOld = max_age_days !== null && age_days > max_age_days
    if (file && !isTooOld) return this.#restored(file, error.reason, error.message)
    const message = file
      ? `${error.message}\n${tooOld(nameOf(source), file, age_days, max_age_days!)}`
      : error.message
    if (required) throw file ? new SourceError(message, { cause: error }) : error
    const series = this.#goodOf(source)[0]?.series ?? possibleSeries(source)
    this.leftOut.push({ source: nameOf(source), reason: error.reason, message, series })
    return null
  }

  #ageOf({ good_at }: ArchivedFile): number {
    return Math.floor((this.#now.getTime() - Date.parse(good_at!)) / day_ms)
  }

  async #lastGood(source: Source): Promise<ArchivedFile | null> {
    const isUsable = ({ sha256 }: ArchivedFile) => this.#quarantined(sha256) === null
    for (const file of this.#goodOf(source, isUsable))
      if (await this.#archive!.holds(file.sha256)) return file
    return null
  }

  /** The good editions of a source, the last one first, without those of other entries. */
  #goodOf(source: Source, isUsable: (file: ArchivedFile) => boolean = () => true) {
    const own = originOf(source)
    const isOther = ({ origin }: ArchivedFile) => origin !== own && this.#origins.has(origin)
    const isExcluded = (file: ArchivedFile) => isOther(file) || !isUsable(file)
    return this.#archive?.goodOf(identityOf(source), isExcluded) ?? []
  }

  #restored(file: ArchivedFile, reason: Fallback['reason'], message: string): SourceFile {
    const { kind, source: name, file: fileName, sha256, good_at } = file
    const substitute = { reason, message, last_good_at: good_at!, age_days: this.#ageOf(file) }
    return {
      ...(file.entry as Omit<SourceFile, 'adapter' | 'path'>),
      name,
      adapter: adapterFor(kind),
      path: this.#archive!.pathOf(sha256),
      file: fileName,
      substitute,
    }
  }

  /**
   * Checks a file that was read, and keeps it. Throws a SourceError if it has no date, one to come, or too few
   * rows, or is in quarantine.
   */
  async keep(file: SourceFile, bytes: SourceBytes, parts: [Intake, ...Intake[]]): Promise<void> {
    checkRows(file, parts)
    const [intake] = parts
    const why = this.#quarantined(intake.sha256)
    if (why !== null)
      throw new SourceError(`${intake.path} is in quarantine: ${why}`, { reason: 'quarantined' })
    if (!this.#archive) return
    checkDates(intake.path, parts, this.#now)
    if (file.substitute || bytes.isPipe) return
    await this.#archive.copy(intake.sha256, (path) => bytes.copyTo(path))
    const { adapter, path: _path, file: _file, fetched: _, name: _name, ...entry } = file
    this.#archive.note({
      source: intake.name,
      kind: adapter.kind,
      origin: originOf(file),
      file: intake.file,
      sha256: intake.sha256,
      bytes: bytes.read,
      last_at: this.#now.toISOString(),
      etag: file.fetched?.etag ?? null,
      last_modified: file.fetched?.last_modified ?? null,
      series: [...new Set(parts.flatMap(({ allSeries }) => [...allSeries]))].toSorted(),
      edition: newestOf(parts.map(editionOf)),
      entry,
    })
  }

  /**
   * The listed editions of the live snapshot whose series have only older editions among the intakes: beside
   * them, the older ones only add history.
   */
  async listedBeside(intakes: Intake[], listed: ListedEdition[]): Promise<SourceFile[]> {
    const files: ArchivedFile[] = []
    for (const [series, editions] of Map.groupBy(listed, (each) => each.series)) {
      const read = intakes.filter(({ allSeries }) => allSeries.has(series))
      const day = editions[0]!.day
      const areLate = read.length > 0 && read.every((each) => isLate(each, day))
      if (!areLate || editions.some(({ sha256 }) => this.#quarantined(sha256) !== null)) continue
      const found = await Promise.all(editions.map(({ sha256 }) => this.#archived(sha256)))
      if (found.every((file) => file !== null)) files.push(...found)
    }
    return [...new Set(files)].map((file) =>
      this.#restored(file, 'late_edition', 'its source gave an older edition'),
    )
  }

  async #archived(sha256: string): Promise<ArchivedFile | null> {
    const file = this.#archive?.files.find((each) => each.sha256 === sha256 && each.good_at)
    return file && (await this.#archive!.holds(sha256)) ? file : null
  }

  save = async (): Promise<void> => this.#archive?.save()
}

/** The error of a fetched file, with its address in place of its path in the archive. */
function byAddress({ path, url }: Source | SourceFile, error: SourceError): SourceError {
  if (path === undefined || url === undefined) return error
  const { reason, message } = error
  return new SourceError(message.replaceAll(path, url), { reason, cause: error })
}

/** The address or path of a source. */
const originOf = ({ url, path }: Source): string => url ?? path!

/** The last part of an address, or the source's name. */
function fileNameOf(source: Source & { url: string }): string {
  const last = new URL(source.url.replaceAll(/[{}]/g, '')).pathname.split('/').findLast(Boolean)
  const name = decodeURIComponent(last ?? nameOf(source))
  return source.url.includes('{state}') ? `${name}.jsonl` : name
}

const identityOf = (source: Source): Identity => ({
  source: nameOf(source),
  kind: source.adapter.kind,
  origin: originOf(source),
  series: source.series ?? null,
})

/** A date that only rows give may be earlier in a newer file. */
const isLate = (intake: Intake, day: string) => isDatedAsWhole(intake) && editionOf(intake)! < day

function checkRows({ min_rows = 1, where, path }: SourceFile, parts: Intake[]): void {
  const read = parts.reduce((rows, part) => rows + part.read, 0)
  if (where && read === 0)
    throw new SourceError(`${path}: where leaves no row: ${JSON.stringify(where)}`)
  if (read < min_rows)
    throw new SourceError(
      `${path} has ${counted(read, 'row')}, fewer than min_rows (${min_rows}): download it again, or lower min_rows in the sources file`,
      { reason: 'too_few_rows' },
    )
}

/** Throws a SourceError if an edition has no date, or one after tomorrow: the day may have begun elsewhere. */
function checkDates(path: string, parts: Intake[], now: Date): void {
  const last = utcDay(now.getTime() + day_ms)
  for (const part of parts.filter(({ allSeries }) => allSeries.size > 0)) {
    const date = editionOf(part)
    if (date === null) throw new SourceError(`${path}: ${noDate}`, { reason: 'undated' })
    if (date > last)
      throw new SourceError(
        `${path} is of ${date}, and the clock says ${now.toISOString()}: correct its date in its rows, its name or ` +
          'the retrieved_at of its entry in the sources file, or set the clock',
        { reason: 'undated' },
      )
  }
}

const noDate =
  'retrieved_at is missing, and neither its name nor its rows have a date: add ' +
  '"retrieved_at": "YYYY-MM-DD" to its entry in the sources file (--config FILE), the day on which it was ' +
  'downloaded, or put that date in its name'

const tooOld = (name: string, { edition, good_at }: ArchivedFile, age: number, most: number) =>
  `the last good edition of ${name} (of ${edition}) was last read on ${good_at!.slice(0, 10)}, ` +
  `${counted(age, 'day')} ago, and max_age_days is ${most}: repair the source, raise max_age_days, or ` +
  'set "required": false to build without the source'

const newestOf = (days: (string | null)[]): string | null =>
  days
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null
