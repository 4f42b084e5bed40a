import { expectedColumns, sourceColumns, useOfColumn } from '../../data/source_columns.ts'
import type { ColumnsReport, Report } from '../../data/schema/report.ts'
import type { Intake } from '../intake/intake.ts'
import { columnKey, columnsIn } from '../read/columns/column_key.ts'
import { unmappedColumns } from '../read/mapped/columns.ts'
import { nearestColumn } from '../read/columns/renamed_columns.ts'

/** A file read in this or the previous build. */
type Edition = {
  file: string
  edition: string | null
  series: string[]
  found: Record<string, string | null>
}

/**
 * The columns of each file, and missing, new or perhaps renamed ones. The reference is the known columns of
 * the source type, and the previous edition of the series in this build or in the report `before`. Null for
 * formats whose fields are self-describing.
 */
export function columnsOfSources(
  intakes: Intake[],
  editions: (string | null)[],
  before: Report | null,
): (ColumnsReport | null)[] {
  const now = intakes.map(({ file, allSeries, columns }, index): Edition => {
    const [edition, series] = [editions[index]!, [...allSeries]]
    return { file, edition, series, found: columns.shapes() }
  })
  const past = (before?.sources ?? []).flatMap(({ columns, ...source }) =>
    columns ? [{ ...source, found: columns.found }] : [],
  )
  return intakes.map((intake, index) => {
    const own = now[index]!
    if (Object.keys(own.found).length === 0) return null
    return compared(intake, own, editionBefore(own, now, past))
  })
}

/** The newest older file of the same series; among equals one of the same name, then the last. */
function editionBefore(own: Edition, now: Edition[], past: Edition[]): Edition | null {
  const day = (each: Edition) => each.edition ?? ''
  const isOfSeries = (each: Edition) => each.series.some((series) => own.series.includes(series))
  const candidates = [
    ...past.filter((each) => day(each) <= day(own)),
    ...now.filter((each) => day(each) < day(own)),
  ].filter(isOfSeries)
  const rank = (each: Edition) => `${day(each)} ${Number(each.file === own.file)}`
  return candidates.reduce<Edition | null>(
    (best, each) => (best === null || rank(each) >= rank(best) ? each : best),
    null,
  )
}

function compared({ adapter, mapping, choosing }: Intake, own: Edition, before: Edition | null) {
  const names = Object.keys(own.found)
  const earlier = Object.keys(before?.found ?? {})
  const isMapped = mapping !== null
  const has = columnsIn(names)
  const missing = isMapped
    ? earlier.filter((name) => !has(name))
    : distinct([...expectedMissing(adapter.kind, has), ...earlier.filter((name) => !has(name))])
  const had = columnsIn(earlier)
  const fresh = names.filter((name) =>
    isMapped
      ? before !== null && !had(name)
      : adapter.kind in sourceColumns && useOfColumn(adapter.kind, name) === undefined,
  )
  return {
    found: own.found,
    before: before?.file ?? null,
    missing,
    new: fresh,
    renamed: renamed(missing, fresh, before?.found ?? {}, own.found),
    unmapped: mapping
      ? unmappedColumns(mapping, names).filter((name) => !choosing.includes(name))
      : [],
  }
}

const expectedMissing = (kind: string, has: (name: string) => boolean) =>
  expectedColumns(kind).flatMap((alternatives) =>
    alternatives.some(has) ? [] : [alternatives[0]!],
  )

const distinct = (names: string[]) => [
  ...new Map(names.map((name) => [columnKey(name), name])).values(),
]

/** Pairs missing columns with new ones: near in spelling, or the only two with values of one shape. */
function renamed(
  missing: string[],
  fresh: string[],
  before: Record<string, string | null>,
  now: Record<string, string | null>,
): ColumnsReport['renamed'] {
  const free = new Set(fresh)
  return missing.flatMap((from) => {
    const shape = before[from] ?? null
    const alike = (names: Iterable<string>, found: Record<string, string | null>) =>
      shape === null || shape === 'text' ? [] : [...names].filter((name) => found[name] === shape)
    const [only, ...others] = alike(free, now)
    const byShape = others.length === 0 && alike(missing, before).length === 1 ? only : undefined
    const to = nearestColumn(from, [...free]) ?? byShape
    if (to === undefined) return []
    free.delete(to)
    return [{ from, to }]
  })
}
