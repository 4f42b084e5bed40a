import { groupDigits } from '../../data/digit_grouping.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { parquet, type Database } from '../database/database.ts'
import { dateInName } from '../read/instant.ts'
import type { CurrentEdition } from '../resolve/before/previous.ts'
import { againstPrevious, complaint, type Gate } from './gate.ts'

/** Gates that compare the input with that of the last build. */
export const staleSources: Gate[] = [
  {
    name: 'source-older',
    description: 'No source is older than last time',
    severity: 'refusal',
    check: againstPrevious(async ({ database, folder, previous, sources, editions }) => {
      const ends = await newestDates(database, previous.folder, folder)
      const read = bySha256(sources)
      const dated = (await editions(folder)).filter(({ sha256 }) =>
        isDatedAsWhole(read.get(sha256)),
      )
      const days = daysOf(dated)
      const listed = Array.from(daysOf(await editions(previous.folder)), ([name, before]) => ({
        name,
        before,
        now: days.get(name) ?? null,
      }))
      if (![...ends, ...listed].some(isCompared))
        return { why: 'no source has a date both last time and now' }
      return complaint([...older('ends on', ends), ...older('is of', listed)])
    }),
  },
  {
    name: 'late-edition-alone',
    description:
      'Every older edition is read together with the edition that the live snapshot lists',
    severity: 'fault',
    check: againstPrevious(async ({ folder, previous, sources, editions }) => {
      const read = bySha256(sources)
      const before = await editions(previous.folder)
      const late = (await editions(folder)).flatMap((edition) => {
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

/** The date of a source or series last time and now; null = none. */
type Dates = { name: string; before: string | null; now: string | null }

const isCompared = ({ before, now }: Dates) => before !== null && now !== null

/** The newest dates of each source's listings that both snapshots have: the newest may be delisted. */
function newestDates(database: Database, before: string, now: string) {
  const listings = (folder: string) =>
    `(from ${parquet(folder, 'members/provenance.parquet')} where not carried)`
  return database.rows<Dates>(`
    select
      source as name,
      strftime(max(before.updated_at), '%Y-%m-%d') as before,
      strftime(max(now.updated_at), '%Y-%m-%d') as now
    from ${listings(before)} as before
    join ${listings(now)} as now using (source, source_id)
    group by source
    order by source`)
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
const older = (what: string, dates: Dates[]) =>
  dates
    .filter((each) => isCompared(each) && each.now! < each.before!)
    .map(({ name, before, now }) => `${name} ${what} ${now}, last time ${before}`)
