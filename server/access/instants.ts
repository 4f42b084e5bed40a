/** Writes the instant `after_ms` after a time (negative: before) in the store's form. */
export const instantOf = (time: Date | number, after_ms = 0): string =>
  new Date(Number(time) + after_ms).toISOString()
