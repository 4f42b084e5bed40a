import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../data/schema/report.ts'
import { Findings } from '../normalize/findings.ts'
import type { Progress } from '../progress.ts'
import { FileReader, type RowList } from './file_reader.ts'
import type { Intake, Source, SourceFile } from './intake.ts'
import { KeptReadings, readingsToKeep } from './kept_readings.ts'
import { RowReaders, type ReadersOptions } from './row_readers.ts'
import { openSpool } from './spool.ts'
import { Supply, type LeftOut, type ListedEdition } from './supply.ts'

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
  await using rows = new RowReaders(now, { ...options, kept })
  await using rejects = await openSpool(join(scratch, 'rejects.ndjson'))
  const toKeep = await readingsToKeep(join(scratch, 'readings'))
  const files = await supply.files(sources)
  const bytes = await sizesOf(files)
  const reader = new FileReader({ kept, rows, rejects, toKeep, supply, progress, bytes })
  for (const file of files) await reader.take(file)
  for (const file of await supply.listedBeside(reader.intakes, listed)) await reader.take(file)
  await supply.save()
  await toKeep.close()
  await rejects.close()
  const { intakes, findingsOf, lists, count } = reader
  return {
    intakes,
    leftOut: supply.leftOut,
    findings: Findings.sum(findingsOf.values()),
    findingsOf,
    count,
    lists,
    readings: toKeep.folder,
    reuse: kept.reuse,
    rejects: rejects.path,
  }
}

/** The bytes of each file; 0 for a pipe or a missing file, which its reader reports. */
async function sizesOf(files: SourceFile[]): Promise<Map<SourceFile, number>> {
  const sizes = files.map(async (file) => {
    const size = (await stat(file.path).catch(() => null))?.size ?? 0
    return [file, size] as const
  })
  return new Map(await Promise.all(sizes))
}
