import type { Source } from '../../data/schema/tables/source.ts'
import { share, type Gate } from './gate.ts'
import { measured } from './measured.ts'

const shareOf = (part: number, whole = 0) => (whole > 0 ? part / whole : 0)

/** Gates that compare what became of each source's rows. */
export const rows: Gate[] = [
  measured(
    'rows-rejected',
    'No source has over 10 points more of its rows rejected than last time',
    ({ sources, refused = [] }, _before, manifest) => {
      const files = sources.map((file, index) => ({
        ...file,
        rejected: file.rejected - (refused[index]?.total ?? 0),
      }))
      return [...Map.groupBy(files, ({ source }) => source)].map(([source, now]) => {
        const before = manifest.sources.filter((each) => each.source === source)
        const sum = (files: Source[], of: 'read' | 'rejected') =>
          files.reduce((rows, file) => rows + file[of], 0)
        const [count, of] = [sum(now, 'rejected'), sum(now, 'read')]
        const usual =
          before.length > 0 ? shareOf(sum(before, 'rejected'), sum(before, 'read')) : 0.4
        return {
          source,
          count,
          of,
          says: `${source}: ${share(count, of)} rows are rejected`,
          usual,
        }
      })
    },
    false,
  ),
  measured(
    'rows-doubled',
    'No source has over 20 points more rows of farms that it already lists than last time',
    async ({ database }, before) => {
      const counts = (schema: string) => `(
        select series, count(*)::integer as rows, (count(*) - count(distinct id))::integer as repeated
        from ${schema}.provenance
        where not carried
        group by series)`
      const doubled = await database.rows<{
        source: string
        rows: number
        repeated: number
        usual: number
      }>(`
        select series as source, now.rows, now.repeated, before.repeated / before.rows as usual
        from ${counts('finished')} as now
        join ${counts(before)} as before using (series)
        order by series`)
      return doubled.map(({ source, rows, repeated, usual }) => ({
        source,
        count: repeated,
        of: rows,
        says: `${source}: ${share(repeated, rows)} rows repeat the farm of another row`,
        usual,
      }))
    },
    false,
  ),
]
