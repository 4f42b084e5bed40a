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

/**
 * Figures in US dollars, to the cent, from prices in millionths of a dollar, in any order; null without
 * prices. Quartiles are interpolated between the two nearest prices: share p is at place p × (count − 1) in
 * ascending order (Hyndman and Fan 1996, definition 7). DuckDB's quantile_cont, NumPy and spreadsheets do
 * the same.
 */
export function priceFigures(prices: number[]) {
  const sorted = Float64Array.from(prices).sort()
  const count = sorted.length
  const sum = sorted.reduce((sum, price) => sum + price, 0)
  return {
    count,
    min: quarter(sorted, 0),
    max: quarter(sorted, 4),
    avg: count === 0 ? null : dollars(sum, count),
    median: quarter(sorted, 2),
    p25: quarter(sorted, 1),
    p75: quarter(sorted, 3),
  }
}

/** The price at `quarters` quarters, computed in quarters of a millionth, which are whole. */
function quarter(sorted: Float64Array, quarters: number): number | null {
  if (sorted.length === 0) return null
  const place = quarters * (sorted.length - 1)
  const lower = sorted[Math.floor(place / 4)]!
  const upper = sorted[Math.ceil(place / 4)]!
  return dollars(4 * lower + (place % 4) * (upper - lower), 4)
}
