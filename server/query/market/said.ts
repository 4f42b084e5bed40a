import { freeGroups, groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import type { FilterRequest } from '../filters/filter.ts'
import type { SaidFigures } from '../../snapshot/said/said_figures.ts'
import type { Cover } from './area.ts'
import { isSuppressed } from './suppression.ts'

type OrNull<Figures> = { [Name in keyof Figures]: Figures[Name] | null }

/** When each group of fields of an area's farms was last said, as a tier may see it. */
export function saidIn(
  { snapshot, tier, now }: FilterRequest,
  cover: Cover,
): Record<DatedGroup, OrNull<SaidFigures>> {
  const figures = snapshot.saidAges.of((visitor) => cover.visit(visitor), now)
  return isSuppressed(tier, cover.farms) ? { ...figures, ...hidden } : figures
}

/** The figures of the groups that only paid keys get, if they may reveal one farm's values. */
const hidden = Object.fromEntries(
  groupNames
    .filter((group) => !freeGroups.includes(group))
    .map((group) => [group, { known: null, recent: null, median: null }]),
)
