import { sha256Of } from '../../data/file_digest.ts'
import type { Found } from '../normalize/findings.ts'
import { dateToCome } from '../normalize/normalize.ts'
import { emptyIntake, type Intake, type SourceFile } from './intake.ts'
import { contentAt } from './said.ts'
import type { Spool } from './spool.ts'

/** An observation of a kept file: the number of its part, and its line in three pieces. */
type KeptRow = {
  part: number
  /** Its own values, the beginning of the line. */
  own: string
  /** The key of its content among the readings; null = only this file gives it that content. */
  key: string | null
  content: string | null
}

/** The result of reading a file. The next build uses it for the same file, and reads no row. */
export type KeptFile = {
  parts: ReturnType<typeof stateOf>[]
  found: Found
  rows: KeptRow[]
  /** Lines of rejected rows. */
  rejects: string[]
}

/** Identifies a file by its content, its name and its entry in the sources file; its folder does not count. */
export function fileKey(source: SourceFile, file: string, sha256: string): string {
  const { adapter, path: _path, fetched: _, substitute: _substitute, ...entry } = source
  return sha256Of(JSON.stringify([adapter.kind, file, sha256, entry]))
}

/** Files with more rows are not kept: the list would take too much memory. */
const mostRows = 200_000

/** Collects the result of reading a file. */
export class FileToKeep {
  readonly #rows: KeptRow[] = []
  readonly #rejects: string[] = []

  /** `line`: an observation without its number and that of its input. */
  add(part: number, line: string, key: string | null): void {
    if (this.#rows.length > mostRows) return
    const at = contentAt(line)
    const content = key === null ? line.slice(at) : null
    this.#rows.push({ part, own: line.slice(0, at), key, content })
  }

  reject(line: string): void {
    if (this.#rejects.length <= mostRows) this.#rejects.push(line)
  }

  /** Returns null if the file is too large, or another time of reading could give something else. */
  with(parts: Intake[], found: Found): KeptFile | null {
    const [rows, rejects] = [this.#rows, this.#rejects]
    const hasDateToCome = parts.some(({ corrections }) =>
      corrections.entries.some(([correction]) => correction === dateToCome),
    )
    return hasDateToCome || rows.length > mostRows || rejects.length > mostRows
      ? null
      : { parts: parts.map(stateOf), found, rows, rejects }
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

type Places = {
  observations: Pick<Spool, 'count' | 'write'>
  rejects: Pick<Spool, 'write'>
  kept: { textOf(key: string): string | null; reuse: { rows: number } }
  toKeep: { add(key: string, text: string): void }
}

/**
 * Writes the lines of a kept file, whose first part is input `first`. Returns false if the content of a row is
 * unknown or damaged.
 */
export async function writeKept(
  { rows, rejects: lines }: KeptFile,
  first: number,
  { observations, rejects, kept, toKeep }: Places,
): Promise<boolean> {
  for (const { part, own, key, content } of rows) {
    const text = content ?? kept.textOf(key!)
    if (text === null) return false
    const place = `{"seq":${observations.count},"input":${first + part},`
    await observations.write(`${place}${own}${text.slice(contentAt(text))}`)
    if (key === null) continue
    toKeep.add(key, text)
    kept.reuse.rows++
  }
  for (const line of lines) await rejects.write(line)
  return true
}
