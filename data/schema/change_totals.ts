import { z } from 'zod'
import { groupDigits } from '../digit_grouping.ts'

/** Farms that differ from the previous snapshot; of the changed ones, `moved` are over a quarter of a mile away. */
export const changeTotals = z.strictObject({
  added: z.int(),
  gone: z.int(),
  changed: z.int(),
  moved: z.int(),
})
export type ChangeTotals = z.infer<typeof changeTotals>

/** `12 added, 3 gone, 140 changed, 2 moved`: the first line of every report and message. */
export const changeLine = (totals: ChangeTotals): string =>
  (Object.keys(changeTotals.shape) as (keyof ChangeTotals)[])
    .map((name) => `${groupDigits(totals[name])} ${name}`)
    .join(', ')
