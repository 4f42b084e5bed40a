import { dollars } from './rounding.ts'

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
