/**
 * Compares texts by their UTF-8 bytes, as DuckDB does. JavaScript's own order is that of UTF-16
 * units, which puts characters beyond U+FFFF before some that are less.
 */
export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))
