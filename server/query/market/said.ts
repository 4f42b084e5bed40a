import { freeGroups, groupNames, type DatedGroup } from '../../../data/schema/said_at.ts'
import type { FilterRequest } from '../filters/filter.ts'
import type { SaidFigures } from '../../snapshot/said/said_figures.ts'
import type { Cover } from './area.ts'
import { blank, isSuppressed } from './suppression.ts'

type OrNull<Figures> = { [Name in keyof Figures]: Figures[Name] | null }

/** When each group of fields of an area's farms was last said, as a tier may see it. */
export function saidIn(
  { snapshot, tier, now }: FilterRequest,
  cover: Cover,
): Record<DatedGroup, OrNull<SaidFigures>> {
  const figures = snapshot.saidAges.of((visitor) => cover.visit(visitor), now)
  if (!isSuppressed(tier, cover.farms)) return figures
  const hidden = groupNames.filter((group) => !freeGroups.includes(group))
  return {
    ...figures,
    ...Object.fromEntries(hidden.map((group) => [group, blank(figures[group])])),
  }
}
