import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { groupDigits } from '../../data/digit_grouping.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { parquet, type Database } from '../database/database.ts'
import { againstPrevious, complaint, NotCompared, share, type Gate } from './gate.ts'

/** Gates that compare the input with that of the last build. */
export const staleSources: Gate[] = [
  {
    name: 'source-older',
    description: 'No source is older than last time',
    severity: 'refusal',
    check: againstPrevious(async ({ database, folder, previous }) => {
      const inBoth = async (days: typeof newest) =>
        [await days(database, previous.folder), await days(database, folder)] as const
      const [ends, listed] = [await inBoth(newest), await inBoth(editions)]
      if (!overlap(...ends) && !overlap(...listed))
        return new NotCompared('no source has a date both last time and now')
      return complaint([...older('ends on', ...ends), ...older('is of', ...listed)])
    }),
  },
  {
    name: 'source-identical',
    description: 'At least one source has changed since last time',
    severity: 'warning',
    check: againstPrevious(({ sources, previous }) => {
      const before = new Set(previous.manifest.sources.map(({ sha256 }) => sha256))
      const same = sources.filter(({ sha256 }) => before.has(sha256))
      const files = same.map(({ file }) => file).join(', ')
      return same.length > 0 ? `unchanged since last time: ${files}` : null
    }),
  },
  {
    name: 'source-shrunk',
    description: 'No source has more than 10 % fewer rows than last time',
    severity: 'refusal',
    check: againstPrevious(({ sources, previous }) => {
      const [before, now] = [rowsRead(previous.manifest.sources), rowsRead(sources)]
      if (!overlap(before, now)) return new NotCompared('no source of the last build is read now')
      const read = [...before].map(([source, rows]) => ({
        source,
        rows,
        left: now.get(source) ?? rows,
      }))
      return complaint(
        read
          .filter(({ rows, left }) => left < 0.9 * rows)
          .map(({ source, rows, left }) => `${source} has ${share(left, rows)} of its rows left`),
      )
    }),
  },
  {
    name: 'vocabulary-misses',
    description: 'Unknown terms of a vocabulary have not doubled, if they are more than 100',
    severity: 'refusal',
    check: againstPrevious(({ unknown_terms, previous }) => {
      const before = (name: string) => previous.manifest.unknown_terms[name] ?? 0
      const grown = Object.entries(unknown_terms).filter(
        ([name, misses]) => misses > 100 && misses > 2 * before(name),
      )
      return complaint(
        grown.map(
          ([name, n]) => `${name}: ${groupDigits(n)} times, was ${groupDigits(before(name))}`,
        ),
      )
    }),
  },
]

const overlap = (before: Map<string, unknown>, now: Map<string, unknown>) =>
  [...before.keys()].some((source) => now.has(source))

/** Source → the newest date of its listings. */
async function newest(database: Database, folder: string): Promise<Map<string, string>> {
  const rows = await database.rows<{ source: string; newest: string }>(`
    select source, strftime(max(updated_at), '%Y-%m-%d') as newest
    from ${parquet(folder, 'members/provenance.parquet')}
    where updated_at is not null
    group by source
    order by source`)
  return new Map(rows.map(({ source, newest }) => [source, newest]))
}

/** Series → the date of its current edition. */
async function editions(database: Database, folder: string): Promise<Map<string, string>> {
  const path = 'public/editions.parquet'
  if (!existsSync(join(folder, path))) return new Map()
  const rows = await database.rows<{ series: string; day: string }>(`
    select series, max(edition)::varchar as day
    from ${parquet(folder, path)}
    where current and edition is not null
    group by series
    order by series`)
  return new Map(rows.map(({ series, day }) => [series, day]))
}

/** Complaints about each source or series whose date is earlier than last time. */
const older = (what: string, before: Map<string, string>, now: Map<string, string>) =>
  [...before].flatMap(([source, last]) => {
    const day = now.get(source) ?? last
    return day < last ? [`${source} ${what} ${day}, last time ${last}`] : []
  })

/** Source → number of rows read from all its files. */
function rowsRead(sources: Source[]): Map<string, number> {
  const rows = new Map<string, number>()
  for (const { source, read } of sources) rows.set(source, (rows.get(source) ?? 0) + read)
  return rows
}
