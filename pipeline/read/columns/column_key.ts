/** Files differ in case, blanks and underscores (`Market Name`, `market_name`). */
export function columnKey(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (keys.size < mostKeys) keys.set(name, key)
  return key
}
const keys = new Map<string, string>()
const mostKeys = 10_000

/** Returns a test for the names of these columns. */
export function columnsIn(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map(columnKey))
  return (name) => known.has(columnKey(name))
}
