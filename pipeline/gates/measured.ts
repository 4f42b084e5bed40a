import { notCompared, type Compared, type Finished, type Gate } from './gate.ts'
import { givenLimit, limitOf, limits, type LimitedGate, type Span } from './limits.ts'

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

type Earlier = NonNullable<Finished['previous']>

/** Counts differences from an earlier snapshot, given by its folder. */
export type Compare = (
  finished: Compared,
  before: string,
  span: Span,
  earlier: Earlier,
) => Promise<Counted[]> | Counted[]

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
    const spans: [Span, Earlier][] = [['night', previous]]
    if (months && earlier && earlier.manifest.id !== previous.manifest.id)
      spans.push(['month', earlier])
    const findings = []
    for (const [span, snapshot] of spans) {
      const counted = await compare({ ...finished, previous }, snapshot.folder, span, snapshot)
      for (const { source = null, field = null, count, of, says, usual = 0 } of counted) {
        if (count <= 0 || of === 0) continue
        const own = givenLimit(name, source, given)
        const limit = usual + (own ?? limitOf(name, span, { source, field }, past))
        const few = own === undefined ? (limits[name].few - 1) / of : 0
        const allowed = Math.max(limit, few)
        const since = snapshot.manifest.id
        const figure = {
          gate: name,
          source,
          field,
          observed: count / of,
          allowed,
          baseline: of,
          since,
        }
        const day = span === 'month' ? ` since ${snapshot.manifest.built_at.slice(0, 10)}` : ''
        findings.push({ figure, says: `${says}${day}; allowed ${(100 * allowed).toFixed(1)} %` })
      }
    }
    return { figures: findings }
  },
})
