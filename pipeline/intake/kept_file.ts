import { sha256Of } from '../../data/file_digest.ts'
import type { Found } from '../normalize/findings.ts'
import { dateToCome } from '../normalize/normalize.ts'
import { emptyIntake, type Intake, type SourceFile } from './intake.ts'

/** The result of reading a file. The next build uses it for the same file, and reads no row. */
export type KeptFile = {
  /** See `fileKey`; null = another time of reading could give something else, or it is too large. */
  key: string | null
  source: string
  parts: ReturnType<typeof stateOf>[]
  found: Found
  /** How many observations its list has, by part and series, and how many with a key. */
  rows: number
  counts: { part: number; series: string; rows: number }[]
  keyed: number
  /** The digest of the list. */
  sha256: string
  /** Lines of rejected rows. */
  rejects: string[]
}

/** Identifies a file by its content, its name and its entry in the sources file; its folder does not count. */
export function fileKey(source: SourceFile, file: string, sha256: string): string {
  const { adapter, path: _path, fetched: _, substitute: _substitute, ...entry } = source
  return sha256Of(JSON.stringify([adapter.kind, file, sha256, entry]))
}

/** With more rejected rows, a file is not kept as a whole: they would take too much memory. */
const mostRejects = 200_000

/** Collects the result of reading a file, beside the list of its observations. */
export class FileToKeep {
  #keyed = 0
  readonly #counts: KeptFile['counts'] = []
  readonly #rejects: string[] = []

  add(part: number, series: string, key: string | null): void {
    if (key !== null) this.#keyed++
    const counted = this.#counts.find((each) => each.part === part && each.series === series)
    if (counted) counted.rows++
    else this.#counts.push({ part, series, rows: 1 })
  }

  reject(line: string): void {
    if (this.#rejects.length <= mostRejects) this.#rejects.push(line)
  }

  with(
    key: string,
    parts: [Intake, ...Intake[]],
    found: Found,
    list: Pick<KeptFile, 'rows' | 'sha256'>,
  ): KeptFile {
    const hasDateToCome = parts.some(({ corrections }) =>
      corrections.entries.some(([correction]) => correction === dateToCome),
    )
    const isWhole = !hasDateToCome && this.#rejects.length <= mostRejects
    return {
      key: isWhole ? key : null,
      source: parts[0].name,
      parts: parts.map(stateOf),
      found,
      ...list,
      counts: this.#counts,
      keyed: this.#keyed,
      rejects: isWhole ? this.#rejects : [],
    }
  }
}

const stateOf = (intake: Intake) => ({
  edition: intake.edition,
  newest: intake.newest,
  read: intake.read,
  synthetic: intake.synthetic,
  series: [...intake.allSeries],
  columns: intake.columns.state,
  rejections: intake.rejections.entries,
  corrections: intake.corrections.entries,
})

/** The intakes of a kept file. */
export function intakesOf(
  source: SourceFile,
  sha256: string,
  { parts }: KeptFile,
): [Intake, ...Intake[]] {
  const [first, ...others] = parts.map((part) => intakeOf(source, sha256, part))
  return [first!, ...others]
}

function intakeOf(
  source: SourceFile,
  sha256: string,
  { series, columns, rejections, corrections, ...plain }: KeptFile['parts'][number],
): Intake {
  const intake = { ...emptyIntake(source), ...plain, sha256, allSeries: new Set(series) }
  intake.columns.restore(columns)
  intake.rejections.include(rejections)
  intake.corrections.include(corrections)
  return intake
}
