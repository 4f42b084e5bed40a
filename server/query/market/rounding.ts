/**
 * Rounds figures, halves up. Whole-number arithmetic makes a half exact. The same farms give the same
 * figures in any order.
 */

/** The share of `count` in `of`, in percent, one decimal; 0 if `of` is 0. */
export const percent = (count: number, of: number): number =>
  of === 0 ? 0 : Math.floor((2000 * count + of) / (2 * of)) / 10

/** The mean of whole numbers from their sum, one decimal; null without numbers. */
export const mean = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.floor((20 * sum + count) / (2 * count)) / 10

/** `amount` / `of` millionths of a dollar as dollars, to the cent. */
export const dollars = (amount: number, of = 1): number =>
  Math.floor((2 * amount + 10_000 * of) / (20_000 * of)) / 100

/** The percentage of lower values among others, ties counting half; null if there are no others. */
export const percentile = (lower: number, equal: number, of: number): number | null =>
  of === 0 ? null : percent(2 * lower + equal, 2 * of)
