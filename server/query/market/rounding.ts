/**
 * Rounding of figures, halves up. All of it is done in whole numbers, so that a half is one, and the
 * same figures come out of the same farms whatever order they were added up in.
 */

/** A share of `of` in percent, one decimal; 0 of nothing. */
export const percent = (count: number, of: number): number =>
  of === 0 ? 0 : Math.floor((2000 * count + of) / (2 * of)) / 10

/** A share of what is known, in percent; null where nothing is. */
export const percentOfKnown = (count: number, known: number): number | null =>
  known === 0 ? null : percent(count, known)

/** The mean of whole numbers from their sum, one decimal; null of none. */
export const mean = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.floor((20 * sum + count) / (2 * count)) / 10

/** `amount` / `of` millionths of a dollar as dollars, to the cent. */
export const dollars = (amount: number, of = 1): number =>
  Math.floor((2 * amount + 10_000 * of) / (20_000 * of)) / 100

/**
 * The rank of a value among others: the share of them that is lower, ties counting half, in
 * percent; null without any.
 */
export const percentile = (lower: number, equal: number, of: number): number | null =>
  of === 0 ? null : percent(2 * lower + equal, 2 * of)
