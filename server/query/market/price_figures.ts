import { dollars } from './rounding.ts'

/** Figures of some prices in US dollars, to the cent; null without any price. */
export type PriceFigures = {
  count: number
  min: number | null
  max: number | null
  avg: number | null
  median: number | null
  p25: number | null
  p75: number | null
}

/**
 * Figures of prices in millionths of a dollar, in any order. Quartiles are interpolated between the
 * two nearest prices: the one of share p stands at p × (count − 1) in ascending order (Hyndman and
 * Fan 1996, definition 7; so do DuckDB's quantile_cont, NumPy and spreadsheets).
 */
export function priceFigures(prices: number[]): PriceFigures {
  const sorted = Float64Array.from(prices).sort()
  const count = sorted.length
  if (count === 0)
    return { count, min: null, max: null, avg: null, median: null, p25: null, p75: null }
  return {
    count,
    min: dollars(sorted[0]!),
    max: dollars(sorted[count - 1]!),
    avg: dollars(
      sorted.reduce((sum, price) => sum + price, 0),
      count,
    ),
    median: quarter(sorted, 2),
    p25: quarter(sorted, 1),
    p75: quarter(sorted, 3),
  }
}

/** The price at `quarters` quarters, worked out in quarters of a millionth, which are whole. */
function quarter(sorted: Float64Array, quarters: 1 | 2 | 3): number {
  const place = quarters * (sorted.length - 1)
  const lower = sorted[Math.floor(place / 4)]!
  const upper = sorted[Math.ceil(place / 4)]!
  return dollars(4 * lower + (place % 4) * (upper - lower), 4)
}
