import { editionOf } from '../../intake/edition.ts'
import type { RowList } from '../../intake/file_reader.ts'
import type { Input } from '../../intake/read_sources.ts'
import { parquet, type Database } from '../../database/database.ts'
import { epochsOf, type Edition, turnOf } from './epochs.ts'

/**
 * Returns the lists that add nothing to the last snapshot: unchanged files of older editions, which it was made
 * from. The snapshot has all that later builds need, as if those files were no longer read. So their rows are
 * not loaded, if the same program made the snapshot, under the same decisions.
 *
 * Editions that are replayed are none of them, nor those with an unread edition of their succession that is
 * not newer, nor files without columns, since comparability counts the answers of their rows.
 */
export async function pastLists(
  database: Database,
  { lists, intakes }: Input,
  previous: { folder: string },
): Promise<Set<RowList>> {
  const before = await database.rows<{
    series: string
    edition: string | null
    sha256: string
    current: boolean
  }>(
    `select series, edition::varchar as edition, sha256, current
     from ${parquet(previous.folder, 'public/editions.parquet')}`,
  )
  const nameOf = (...of: (string | null)[]) => JSON.stringify(of)
  const known = new Set(
    before.map(({ series, edition, sha256 }) => nameOf(series, edition, sha256)),
  )
  const read = lists.flatMap(({ counts }) =>
    counts.map(({ input, series }): Edition => {
      const [intake, edition] = [intakes[input]!, editionOf(intakes[input]!)!]
      const isKnown = known.has(nameOf(series, edition, intake.sha256))
      return { input, series, ...turnOf(series), edition, known: isKnown }
    }),
  )
  const current = before
    .filter((each) => each.current)
    .map(({ series, edition }) => ({ ...turnOf(series), edition }))
  const listed = new Set(epochsOf(read, current).flat())
  const unread = read.filter((each) => !each.known)
  const isPast = (each: Edition) =>
    each.known &&
    !listed.has(each) &&
    [...(intakes[each.input]!.columns.answers?.fields ?? [])].length > 0 &&
    unread.every(
      ({ succession, edition }) => succession !== each.succession || edition > each.edition,
    )
  const inputs = new Set(read.filter((each) => !isPast(each)).map(({ input }) => input))
  return new Set(
    lists.filter(({ kept, counts }) => kept && counts.every(({ input }) => !inputs.has(input))),
  )
}
