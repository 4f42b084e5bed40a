/**
 * Schedules without hours, for farms with unknown hours, or whose hours can't be evaluated because the text
 * was unreadable or the time zone is missing. Only snapshots before schema version 7 have `oldHours`: they
 * omitted hours that were old at build time.
 */
export const [noHours, unreadHours, oldHours] = [0, 1, 2]
/** Number of schedules without hours. */
export const silentSchedules = 3
