/**
 * Parts what still holds from what is over. `expires` is the first day (UTC) on which a thing no
 * longer holds; null = it stays.
 */
export function partByExpiry<Thing extends { expires: string | null }>(all: Thing[], now: Date) {
  const today = now.toISOString().slice(0, 10)
  const isOver = ({ expires }: Thing) => expires !== null && expires <= today
  return { inForce: all.filter((each) => !isOver(each)), over: all.filter(isOver) }
}
