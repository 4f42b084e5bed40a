import { utcDay } from '../../../data/calendar.ts'

/** True from `day` (UTC) on; never if it is null. */
export const isOver = (day: string | null, now: Date): boolean => day !== null && day <= utcDay(now)
