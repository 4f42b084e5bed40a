import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { unguarded } from '../../data/csv.ts'
import type { DecidedPair } from '../../data/schema/input/decision.ts'
import { SourceError } from '../read/source_error.ts'

const ids = ['a_source', 'a_source_id', 'b_source', 'b_source_id'] as const
type Row = Record<'decision' | (typeof ids)[number], string>

/** Two listings that a person judged. */
export type Judged = Omit<DecidedPair, 'entry'>

/**
 * Reads a list printed by `npm run snapshots -- doubtful` and filled in by a person: each row with a
 * `decision` states if its two listings are one farm. Throws a SourceError that names file and row if a
 * decision is invalid.
 */
export async function readFilledIn(path: string): Promise<Judged[]> {
  const rows = await readRows(path)
  const missing = ['decision', ...ids].find((name) => rows[0] && !(name in rows[0]))
  if (missing) throw new SourceError(`${path} can't be used: it has no column ${missing}`)
  return rows.flatMap((row, index) => {
    const decision = row.decision.trim().toLowerCase()
    if (decision === '') return []
    if (decision !== 'same' && decision !== 'different')
      throw new SourceError(
        `${path}, row ${index + 1}: ${row.decision} is neither same nor different`,
      )
    const [source, source_id, otherSource, otherId] = ids.map((name) => unguarded(row[name]))
    return {
      a: { source: source!, source_id: source_id! },
      b: { source: otherSource!, source_id: otherId! },
      same: decision === 'same',
    }
  })
}

async function readRows(path: string): Promise<Row[]> {
  const record_delimiter = ['\r\n', '\n']
  try {
    const text = await readFile(path)
    return parse(text, { bom: true, columns: true, skip_empty_lines: true, record_delimiter })
  } catch (error) {
    throw new SourceError(`${path} can't be read: ${(error as Error).message}`, { cause: error })
  }
}
