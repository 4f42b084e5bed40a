/**
 * Schedules that say nothing, in place of those of farms whose hours are not known, can't be told by
 * the clock, for want of words that could be read or of a time zone, or have grown old.
 */
export const [noHours, unreadHours, oldHours] = [0, 1, 2]
/** How many schedules say nothing. */
export const silentSchedules = 3
