/** A time of day as written. */
export type Clock =
  | { word: 'noon' | 'midnight' }
  | { word: null; hour: number; minute: number; half: 'am' | 'pm' | null; leadingZero: boolean }

/**
 * An opening in minutes after midnight: `opens` 0–1439, `closes` 1–2879 (exclusive); from 1441 on, it is on
 * the next day. `halves`: both times are on a 12-hour clock, on which one wrong letter moves a time by half a
 * day.
 */
export type Opening = { opens: number; closes: number; halves: boolean }

const noon = 12 * 60
const midnight = 24 * 60

/**
 * Reads an opening from its two times, on a 24-hour or a 12-hour clock. If only one time has am or pm
 * (`9-1pm`), it decides the other; without any (`9-5`), the day from 6 am to 11 pm does. Returns null unless
 * exactly one choice makes sense, and for a likely slip of am and pm: `9:30 AM-0:00 AM`.
 */
export function readOpening(from: Clock, to: Clock, clock24: boolean): Opening | null {
  const isUnmarked =
    !clock24 && [from, to].every((time) => time.word === null && time.half === null)
  const halves = !clock24 && from.word === null && to.word === null
  const openings = minutesOf(from, clock24, 0).flatMap((opens) =>
    minutesOf(to, clock24, midnight)
      .filter((closes) => isPlausible(opens, closes, halves) && !isTwisted(from, to, opens))
      .filter((closes) => !isUnmarked || isByDay(opens, closes))
      .map((closes) => ({ opens, closes: closes > opens ? closes : closes + midnight, halves })),
  )
  return openings.length === 1 ? openings[0]! : null
}

/**
 * Returns true if times written together are on a 24-hour clock: none has am or pm, and at least one is not
 * in 12-hour notation (`09:00`, `14:00`).
 */
export function isClock24(clocks: Clock[]): boolean {
  const times = clocks.filter((time) => time.word === null)
  return (
    times.every((time) => time.half === null) &&
    times.some((time) => time.leadingZero || time.hour > 12 || time.hour === 0)
  )
}

/** The possible minutes after midnight of a time; `itsMidnight` is 0 for opening, 1440 for closing. */
function minutesOf(time: Clock, clock24: boolean, itsMidnight: number): number[] {
  if (time.word) return [time.word === 'noon' ? noon : itsMidnight]
  const endsDay = clock24 && time.hour === 24 && time.minute === 0
  if (endsDay && itsMidnight === midnight) return [midnight]
  return numericMinutes(time.hour, time.minute, clock24 ? '24' : time.half)
}

function numericMinutes(hour: number, minute: number, half: 'am' | 'pm' | '24' | null): number[] {
  if (minute > 59) return []
  if (half === '24') return hour < 24 ? [hour * 60 + minute] : []
  // Some spreadsheets write midnight as `0:00 AM`; `0:30 PM` is not a time on any clock.
  if (hour > 12 || (hour === 0 && half !== 'am')) return []
  const morning = (hour % 12) * 60 + minute
  if (half === null) return [morning, morning + noon]
  return [half === 'am' ? morning : morning + noon]
}

function isPlausible(opens: number, closes: number, halves: boolean): boolean {
  if (opens === 0 && closes === midnight) return true
  if (opens < 5 * 60 || opens === closes) return false
  const isNight = closes < opens
  if (isNight) return closes + midnight - opens <= 8 * 60
  if (!halves) return true
  // In the USDA's directory evening markets are `5:00 AM-8:00 PM`, morning ones as `7:30 PM-11:30 PM`.
  const eveningTypedAsMorning = opens < 6 * 60 && closes > 17 * 60
  const morningTypedAsEvening = opens >= 19 * 60
  return !eveningTypedAsMorning && !morningTypedAsEvening
}

const isByDay = (opens: number, closes: number) =>
  opens >= 6 * 60 && opens < closes && closes <= 23 * 60

/** `10-2am`: opening at 10 pm is possible, closing at 2 pm is more likely. */
function isTwisted(from: Clock, to: Clock, opens: number): boolean {
  const isUnmarked = from.word === null && from.half === null
  return isUnmarked && to.word === null && to.half === 'am' && opens >= noon
}
