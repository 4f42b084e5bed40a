/**
 * Separates entries in force from expired ones. `expires` is the first day (UTC) on which an entry no longer
 * holds; null = never.
 */
export function partByExpiry<Thing extends { expires: string | null }>(all: Thing[], now: Date) {
  const today = now.toISOString().slice(0, 10)
  const isOver = ({ expires }: Thing) => expires !== null && expires <= today
  return { inForce: all.filter((each) => !isOver(each)), over: all.filter(isOver) }
}
