import { basename } from 'node:path'
import type { Mapping } from '../../data/schema/input/mapping.ts'
import type { SourceEntry } from '../../data/schema/input/sources_file.ts'
import type { Fallback } from '../../data/schema/manifest.ts'
import type { Run } from '../../data/schema/run.ts'
import { placeTypes } from '../../data/schema/tables/farm.ts'
import { notStated, type Adapter, type SourceRow, type TextRow } from '../read/adapter.ts'
import type { Validators } from '../fetch/download.ts'
import { choiceOf } from '../read/columns/choice.ts'
import { Answers, askedBy } from '../read/columns/answers.ts'
import { SeenColumns } from '../read/seen_columns.ts'
import { Tally } from '../tally.ts'
import { editionOf } from './edition.ts'
import type { Counted } from './reading.ts'
import { square, squaresAround, type Point } from '../../data/geography/distance.ts'

/** A file of the archive in place of what its source gives, with the reason. */
type Substitute = Fallback & { message: string; age_days: number }

/**
 * A source, and its description if the adapter's does not fit. `path` is absolute, and `retrieved_at` RFC
 * 3339 in UTC.
 */
export type Source = Omit<SourceEntry, 'kind'> & { adapter: Adapter }

/** A file to read. */
export type SourceFile = Source & {
  path: string
  /** Missing: it is not fetched. */
  fetched?: Validators
  /** Its name, if that is not in the path. */
  file?: string
  /** Missing: the file that its source gives now. */
  substitute?: Substitute
}

/** The intake of one source file, or of one edition in a file with several. */
export type Intake = Pick<Adapter, 'publisher' | 'licence' | 'attribution' | 'authority'> & {
  adapter: Adapter
  name: string
  retrieved_at: string | null
  /** The edition whose rows it has, if the file holds several. */
  edition: string | null
  /** The series in the sources file; null = by name. */
  series: string | null
  /** The newest date of its rows (RFC 3339, UTC). */
  newest: string | null
  path: string
  file: string
  substitute: Substitute | null
  sha256: string
  read: number
  /** Whether any of its farms is generated. */
  synthetic: boolean
  /** The series whose listings it holds. */
  allSeries: Set<string>
  columns: SeenColumns
  /** The columns by which its rows are chosen. */
  choosing: string[]
  mapping: Mapping | null
  rejections: Tally
  corrections: Tally
}

/** The namespace of a source's ids, and its published name. */
export const nameOf = ({ name, adapter }: Pick<Source, 'name' | 'adapter'>) => name ?? adapter.kind

/** A file's line in the ledger. */
export const inputOf = (intake: Intake): Run['inputs'][number] => ({
  source: intake.name,
  file: intake.file,
  sha256: intake.sha256,
  edition: editionOf(intake),
  rows: intake.read,
  fallback: fallbackOf(intake),
})

/** The published part of why a file takes the place of another. */
export function fallbackOf({ substitute }: Intake): Fallback | null {
  if (substitute === null) return null
  const { reason, last_good_at } = substitute
  return { reason, last_good_at }
}

/** The intake of a file before its first row. */
export function emptyIntake({ adapter, path, ...source }: SourceFile): Intake {
  const owner = source.mapping ? notStated : adapter // whose a mapped table is only its entry can say
  return {
    adapter,
    name: nameOf({ adapter, ...source }),
    publisher: source.publisher ?? owner.publisher,
    licence: source.licence ?? owner.licence,
    attribution: source.attribution ?? owner.attribution,
    retrieved_at: source.retrieved_at ?? null,
    edition: null,
    authority: source.authority ?? adapter.authority,
    series: source.series ?? null,
    newest: null,
    path,
    file: source.file ?? basename(path),
    substitute: source.substitute ?? null,
    sha256: '',
    read: 0,
    synthetic: false,
    allSeries: new Set(),
    columns: new SeenColumns(
      source.columns,
      new Answers(askedBy(adapter.kind, source.mapping)),
      choiceOf(source),
    ),
    choosing: [...Object.keys(source.where ?? {}), ...(source.edition ? [source.edition] : [])],
    mapping: source.mapping ?? null,
    rejections: new Tally(),
    corrections: new Tally(),
  }
}

/** Counts an observation, and adds its point to those of its file. */
export function countIn(counted: Counted, intake: Intake, others: Neighborhood): void {
  const { corrections, synthetic, updated_at, lat, lng, location_precision } = counted
  if (location_precision === 'exact') others.add({ lat: lat!, lng: lng! })
  for (const correction of corrections) intake.corrections.add(correction)
  intake.synthetic ||= synthetic
  if ((updated_at ?? '') > (intake.newest ?? '')) intake.newest = updated_at
}

/** The series of a row's listing. */
export const seriesOf = (
  { series, name, adapter }: Pick<Intake, 'series' | 'name' | 'adapter'>,
  directory: string,
) => series ?? (adapter.hasDirectories ? `${name}/${directory}` : name)

/** The series that listings of a source may be of. */
export function possibleSeries(source: Source): string[] {
  const { series = null, adapter } = source
  const named = { series, name: nameOf(source), adapter }
  return [...new Set(placeTypes.map((directory) => seriesOf(named, directory)))]
}

/** A reason without the value that it names, to be counted: `zip: bad \`1\`` → `zip: bad …`. */
export const reasonClass = (reason: string) => reason.replaceAll(/`[^`]*`/g, '…')

/** Number of a file's rows by square of one degree (about 110 by 85 km). */
export class Neighborhood {
  readonly #squares = new Map<number, number>()
  #total = 0

  add(point: Point): void {
    const number = square(point)
    this.#squares.set(number, (this.#squares.get(number) ?? 0) + 1)
    this.#total++
  }

  /** Returns true if a tenth of the rows, and at least three, are in the point's square or those around it. */
  holds(point: Point): boolean {
    const rows = squaresAround(point).reduce((sum, each) => sum + (this.#squares.get(each) ?? 0), 0)
    return rows >= Math.max(3, this.#total / 10)
  }
}

/** The intake of an edition in a file, and its number in the build. */
export type Part = { intake: Intake; input: number }

/**
 * The editions in a file, in the order of their first rows; most files are one. `whole`: the intake of rows
 * without an edition of their own; `first`: the number of the first part.
 */
export function partsOf(source: SourceFile, whole: Intake, first: number) {
  const parts = new Map<string | undefined, Part>()
  /** The editions of rows that readers have, in order. */
  const editions: (string | undefined)[] = []

  function begin(edition: string | undefined): Part {
    const input = first + parts.size
    if (edition === undefined) return { intake: whole, input }
    const columns = whole.columns.editions.get(edition)!
    return { intake: { ...emptyIntake(source), edition, columns }, input }
  }

  return {
    /** The same rows; `next` returns their parts in order. */
    async *noted<Row extends SourceRow | TextRow>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
      for await (const row of rows) {
        editions.push(row.edition)
        yield row
      }
    },
    next(): Part {
      const edition = editions.shift()
      const part = parts.get(edition) ?? begin(edition)
      parts.set(edition, part)
      return part
    },
    all(): [Intake, ...Intake[]] {
      const [only = whole, ...others] = [...parts.values()].map(({ intake }) => intake)
      return [only, ...others]
    },
  }
}
