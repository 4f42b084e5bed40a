/**
 * Finds the first whole number in [low, high) for which `holds` is true; `high` if there is none. `holds`
 * must be false up to some number, and true from there on.
 */
export function firstWhere(low: number, high: number, holds: (place: number) => boolean): number {
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
