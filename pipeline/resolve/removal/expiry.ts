import { utcDay } from '../../../data/calendar.ts'
/**
 * Separates entries in force from expired ones. `expires` is the first day (UTC) on which an entry no longer
 * holds; null = never.
 */
export function partByExpiry<Thing extends { expires: string | null }>(all: Thing[], now: Date) {
  const today = utcDay(now)
  const isOver = ({ expires }: Thing) => expires !== null && expires <= today
  return { inForce: all.filter((each) => !isOver(each)), over: all.filter(isOver) }
}
