/**
 * Schedules that say nothing, in place of those of farms whose hours are not known, or can't be told by
 * the clock, for want of words that could be read or of a time zone. `oldHours` only snapshots before
 * schema version 7 have, which left out hours that were old when they were built.
 */
export const [noHours, unreadHours, oldHours] = [0, 1, 2]
/** How many schedules say nothing. */
export const silentSchedules = 3
