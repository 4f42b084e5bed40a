import { groupDigits } from '../../data/digit_grouping.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { parquet, type Database } from '../database/database.ts'
import { dateInName } from '../read/instant.ts'
import { currentEditions, type CurrentEdition } from '../resolve/before/previous.ts'
import { againstPrevious, complaint, type Gate } from './gate.ts'

/** Gates that compare the input with that of the last build. */
export const staleSources: Gate[] = [
  {
    name: 'source-older',
    description: 'No source is older than last time',
    severity: 'refusal',
    check: againstPrevious(async ({ database, folder, previous, sources }) => {
      const ends = [
        await newest(database, previous.folder, folder),
        await newest(database, folder, previous.folder),
      ] as const
      const read = bySha256(sources)
      const before = await currentEditions(database, previous.folder)
      const now = await currentEditions(database, folder)
      const dated = now.filter(({ sha256 }) => isDatedAsWhole(read.get(sha256)))
      const listed = [daysOf(before), daysOf(dated)] as const
      if (!overlap(...ends) && !overlap(...listed))
        return { why: 'no source has a date both last time and now' }
      return complaint([...older('ends on', ...ends), ...older('is of', ...listed)])
    }),
  },
  {
    name: 'late-edition-alone',
    description:
      'Every older edition is read together with the edition that the live snapshot lists',
    severity: 'fault',
    check: againstPrevious(async ({ database, folder, previous, sources }) => {
      const read = bySha256(sources)
      const before = await currentEditions(database, previous.folder)
      const now = await currentEditions(database, folder)
      const late = now.flatMap((edition) => {
        const listed = before.filter(({ series }) => series === edition.series)
        const last = listed.find(({ day }) => day > edition.day)
        const isLate = last && !listed.some(({ sha256 }) => read.has(sha256))
        return isLate && isDatedAsWhole(read.get(edition.sha256)) ? [lateAlone(edition, last)] : []
      })
      return complaint(late)
    }),
  },
  {
    name: 'source-identical',
    description: 'No file that lists farms is the same as last time',
    severity: 'warning',
    check: againstPrevious(({ sources, previous }) => {
      const before = new Set(previous.manifest.sources.map(({ sha256 }) => sha256))
      const same = sources.filter((source) => before.has(source.sha256) && !isPast(source))
      const files = same.map(({ file }) => file).join(', ')
      return same.length > 0 ? `unchanged since last time: ${files}` : null
    }),
  },
  {
    name: 'source-returned',
    description: 'No source has gone back to an earlier file',
    severity: 'warning',
    check: againstPrevious(({ sources, previous, runs = [] }) => {
      const before = bySha256(previous.manifest.sources)
      // Newer snapshots than the live one were rolled back.
      const earlier = new Map(
        runs
          .filter(
            ({ snapshot, outcome }) => outcome === 'published' && snapshot! < previous.manifest.id,
          )
          .flatMap(({ at, inputs }) => inputs.map(({ sha256 }) => [sha256, at.slice(0, 10)])),
      )
      const returned = sources.filter(
        (file) => earlier.has(file.sha256) && !before.has(file.sha256) && !isPast(file),
      )
      return complaint(
        returned.map(
          ({ file, sha256 }) =>
            `${file} is the file of ${earlier.get(sha256)} again: the publisher went back, or serves two versions in turn`,
        ),
      )
    }),
  },
  {
    name: 'vocabulary-misses',
    description:
      'In sources of the last snapshot, unknown terms of a vocabulary have not doubled, if they are more than 100',
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

/** Returns true if newer editions have replaced the whole file: it never changes again. */
const isPast = ({ used, merged, history }: Source) => history > 0 && used + merged === 0

const overlap = (before: Map<string, unknown>, now: Map<string, unknown>) =>
  [...before.keys()].some((source) => now.has(source))

/** Source → the newest date of the listings that another snapshot has too: the newest may be delisted. */
async function newest(database: Database, folder: string, other: string) {
  const listings = (of: string) =>
    `(from ${parquet(of, 'members/provenance.parquet')} where not carried)`
  const rows = await database.rows<{ source: string; newest: string }>(`
    select source, strftime(max(updated_at), '%Y-%m-%d') as newest
    from ${listings(folder)}
    semi join ${listings(other)} using (source, source_id)
    where updated_at is not null
    group by source
    order by source`)
  return new Map(rows.map(({ source, newest }) => [source, newest]))
}

/** Series → the date of its current edition. */
const daysOf = (editions: CurrentEdition[]) =>
  new Map(editions.map(({ series, day }) => [series, day]))

const bySha256 = (sources: Source[]) => new Map(sources.map((source) => [source.sha256, source]))

/** Returns true unless only its rows date a file: then a newer file may have an earlier date. */
const isDatedAsWhole = (source: Source | undefined) =>
  source !== undefined && (source.retrieved_at !== null || dateInName(source.file) !== null)

const lateAlone = (now: CurrentEdition, last: CurrentEdition) =>
  `${now.series} is read from ${now.file} of ${now.day}, without ${last.file} of ${last.day}: ` +
  'name both files as sources, and the older one only adds history; ' +
  'if the newer one is wrong, roll back to a snapshot before it'

/** Complaints about each source or series whose date is earlier than last time. */
const older = (what: string, before: Map<string, string>, now: Map<string, string>) =>
  [...before].flatMap(([source, last]) => {
    const day = now.get(source) ?? last
    return day < last ? [`${source} ${what} ${day}, last time ${last}`] : []
  })
