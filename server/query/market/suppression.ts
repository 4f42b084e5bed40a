import type { Tier } from '../../../data/schema/meta.ts'

/** Figures of fewer farms than this may be the values of one of them. */
const fewest = 5

/** Whether a caller may not see figures made of paid fields of so many farms. */
export const isSuppressed = (tier: Tier, farms: number): boolean =>
  tier === 'free' && farms < fewest

/** Stands beside figures that are not shown. */
export const suppressed = { suppressed: true } as const

type Blank<Figures> = {
  [Name in keyof Figures]: Figures[Name] extends Plain ? Blank<Figures[Name]> : null
}
type Plain = Record<string, unknown>

/** The same figures, none of which is shown: null for each number, text and list. */
export const blank = <Figures extends Plain>(figures: Figures): Blank<Figures> =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, isPlain(value) ? blank(value) : null]),
  ) as Blank<Figures>

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Figures of so many farms as a caller may see them. */
export const figuresFor = <Figures extends Plain>(tier: Tier, farms: number, figures: Figures) =>
  isSuppressed(tier, farms) ? { ...blank(figures), ...suppressed } : figures
