/**
 * The first whole number of [low, high) of which `holds` is true; `high` where it is of none. It
 * has to be true of every number after one of which it is.
 */
export function firstWhere(low: number, high: number, holds: (place: number) => boolean): number {
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
