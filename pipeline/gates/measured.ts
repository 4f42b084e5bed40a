import { notCompared, type Compared, type Finished, type Gate } from './gate.ts'
import { givenLimit, limitOf, limits, type LimitedGate, type Span } from './limits.ts'
import type { Earlier } from './tables.ts'

/** A share to compare with its limit: `count` of `of` farms or rows, in words. */
type Counted = {
  source?: string
  field?: string
  count: number
  of: number
  says: string
  /** Adds to the limit: the share before. */
  usual?: number
}

type Snapshot = NonNullable<Finished['previous']>

/** Counts differences from an earlier snapshot: its schema, and its manifest. */
export type Compare = (
  finished: Compared,
  before: Earlier,
  manifest: Snapshot['manifest'],
) => Promise<Counted[]> | Counted[]

const schemas = { night: 'live', month: 'month_ago' } as const

/** Number of published runs from which limits are learned. */
const learned = 30

/** Makes a gate with limits: against the live snapshot and, if `months`, that of thirty days ago. */
export const measured = (
  name: LimitedGate,
  description: string,
  compare: Compare,
  months = true,
): Gate => ({
  name,
  description,
  severity: 'refusal',
  async check({ previous, ...finished }) {
    if (!previous) return notCompared
    const { earlier, runs = [], limits: given = {} } = finished
    const past = runs.filter(({ outcome }) => outcome === 'published').slice(-learned)
    const spans: [Span, Snapshot][] = [['night', previous]]
    if (months && earlier) spans.push(['month', earlier])
    const findings = []
    for (const [span, { manifest }] of spans) {
      const counted = await compare({ ...finished, previous }, schemas[span], manifest)
      for (const { source = null, field = null, count, of, says, usual = 0 } of counted) {
        if (count <= 0 || of === 0) continue
        const own = givenLimit(name, source, given)
        const limit = usual + (own ?? limitOf(name, span, { source, field }, past))
        const few = own === undefined ? (limits[name].few - 1) / of : 0
        const allowed = Math.max(limit, few)
        const since = manifest.id
        const figure = {
          gate: name,
          source,
          field,
          observed: count / of,
          allowed,
          baseline: of,
          since,
        }
        const day = span === 'month' ? ` since ${manifest.built_at.slice(0, 10)}` : ''
        findings.push({ figure, says: `${says}${day}; allowed ${(100 * allowed).toFixed(1)} %` })
      }
    }
    return { figures: findings }
  },
})
