import type { Tier } from '../../../data/schema/meta.ts'
import { freeGroups, groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import type { FilterRequest } from '../filters/filter.ts'
import type { Selected } from '../select.ts'
import type { SaidFigures } from '../../snapshot/said/said_figures.ts'
import type { Cover } from './area.ts'
import { isObject } from '../../../data/plain_object.ts'

/** Figures of fewer farms than this may reveal the values of one farm. */
const fewest = 5

/** Returns true if a tier may not see figures made from the paid fields of this number of farms. */
export const isSuppressed = (tier: Tier, farms: number): boolean =>
  tier === 'free' && farms < fewest

/** Marks figures that are hidden. */
export const suppressed = { suppressed: true } as const

type Blank<Figures> = {
  [Name in keyof Figures]: Figures[Name] extends Plain ? Blank<Figures[Name]> : null
}
type Plain = Record<string, unknown>

/** Returns the figures with null for each number, text and list. */
export function blank<Figures extends Plain>(figures: Figures): Blank<Figures> {
  const blanked: Plain = {}
  for (const name in figures) blanked[name] = isObject(figures[name]) ? blank(figures[name]) : null
  return blanked as Blank<Figures>
}

/**
 * Returns figures made from this number of farms as a tier may see them. `isOfOne`: the values behind the
 * figures are one farm's alone.
 */
export const figuresFor = <Figures extends Plain>(
  tier: Tier,
  farms: number,
  figures: Figures,
  isOfOne: () => boolean,
) =>
  isSuppressed(tier, farms) || (tier === 'free' && isOfOne())
    ? { ...blank(figures), ...suppressed }
    : figures

type OrNull<Figures> = { [Name in keyof Figures]: Figures[Name] | null }

/** When each group of fields of an area's farms was last said, as a tier may see it. */
export function saidIn(
  { snapshot, tier, now }: FilterRequest,
  cover: Cover,
): Record<DatedGroup, OrNull<SaidFigures>> {
  const figures = snapshot.saidAges.of((visitor) => cover.visit(visitor), now)
  return isSuppressed(tier, cover.farms) ? { ...figures, ...hidden } : figures
}

/** The numbers of a list's farms with a known attribute, as a tier may see them. */
export const coverageFor = (
  tier: Tier,
  { total, coverage: found }: Pick<Selected, 'total' | 'coverage'>,
) =>
  isSuppressed(tier, total)
    ? {
        coverage: { ...found.coverage, ...hiddenCoverage },
        coverage_recent: { ...found.coverage_recent, ...hiddenCoverage },
      }
    : found

const hiddenCoverage = { hours: null, prices: null }

/** The figures of the groups that only paid keys get, if they may reveal one farm's values. */
const hidden = Object.fromEntries(
  groupNames
    .filter((group) => !freeGroups.includes(group))
    .map((group) => [group, { known: null, recent: null, median: null }]),
)
