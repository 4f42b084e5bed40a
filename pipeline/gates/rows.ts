import type { Source } from '../../data/schema/tables/source.ts'
import { share, type Gate } from './gate.ts'
import { measured, type Compare, type Counted } from './measured.ts'

type Rows = Pick<Source, 'read' | 'used' | 'merged' | 'rejected'> & { files: number }

/** Sources with their rows in all files, now and in an earlier snapshot. */
function bySource(sources: Source[]): Map<string, Rows> {
  const all = new Map<string, Rows>()
  for (const { source, read, used, merged, rejected } of sources) {
    const sum = all.get(source) ?? { read: 0, used: 0, merged: 0, rejected: 0, files: 0 }
    sum.read += read
    sum.used += used
    sum.merged += merged
    sum.rejected += rejected
    sum.files++
    all.set(source, sum)
  }
  return all
}

/** Compares each source's rows with those of an earlier snapshot; without one, `before` has no rows. */
const comparing =
  (compare: (source: string, now: Rows, before: Rows | undefined) => Counted[]): Compare =>
  ({ sources }, _folder, _span, { manifest }) => {
    const before = bySource(manifest.sources)
    return [...bySource(sources)].flatMap(([source, now]) =>
      compare(source, now, before.get(source)),
    )
  }

const shareOf = (part: number, whole = 0) => (whole > 0 ? part / whole : 0)

/** Gates that compare what became of each source's rows. */
export const rows: Gate[] = [
  {
    name: 'source-shrunk',
    description: 'No source has more than 10 % fewer listings than last time',
    severity: 'refusal',
    check: measured(
      'source-shrunk',
      comparing((source, now, before) => {
        if (!before) return []
        const lost = before.used - now.used
        const says = `${source} has ${share(now.used, before.used)} of its listings left`
        return [{ source, field: null, count: lost, of: before.used, says }]
      }),
    ),
  },
  {
    name: 'source-grown',
    description: 'No source has over 50 % more listings than last time from as many files',
    severity: 'refusal',
    check: measured(
      'source-grown',
      comparing((source, now, before) => {
        if (!before || now.files > before.files) return []
        const count = now.used - before.used
        const says = `${source} has ${now.used} listings, was ${before.used}`
        return [{ source, field: null, count, of: before.used, says }]
      }),
    ),
  },
  {
    name: 'rows-rejected',
    description: 'No source has over 10 points more of its rows rejected than last time',
    severity: 'refusal',
    check: measured(
      'rows-rejected',
      comparing((source, now, before) => {
        const says = `${source}: ${share(now.rejected, now.read)} rows are rejected`
        const usual = before ? shareOf(before.rejected, before.read) : 0.4
        return [{ source, field: null, count: now.rejected, of: now.read, says, usual }]
      }),
      false,
    ),
  },
  {
    name: 'rows-doubled',
    description: 'No source repeats listings in over 20 points more of its rows than last time',
    severity: 'refusal',
    check: measured(
      'rows-doubled',
      comparing((source, now, before) => {
        if (!before) return []
        const says = `${source}: ${share(now.merged, now.read)} rows repeat the id of another row`
        const usual = shareOf(before.merged, before.read)
        return [{ source, field: null, count: now.merged, of: now.read, says, usual }]
      }),
      false,
    ),
  },
]
