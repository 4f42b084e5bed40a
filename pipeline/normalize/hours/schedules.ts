import type { HoursJson, Season } from '../../../data/schema/hours.ts'
import type { Schedule } from '../../read/adapter.ts'
import { parseSeason } from './season.ts'
import { parseSeasonalTimes } from './seasonal_times.ts'
import { parseWeekly } from './weekly.ts'
import { onOneLine, remembering } from './wording.ts'

export type ReadSchedules = {
  /** Every schedule as text, by its name, whether or not it could be read. null if there is none. */
  hours: Record<string, string> | null
  /** All of them as data; null if there is none, or if one could not be read. */
  hours_json: HoursJson | null
  /** The texts that could not be read, by the schedule's name. */
  unread: { name: string; text: string }[]
}

/**
 * Reads the schedules of one farm. It is all or nothing: with one schedule unread, hours that it
 * states would seem to be closed.
 */
export function readSchedules(schedules: Schedule[], timezone: string | null): ReadSchedules {
  const texts = new Map<string, string[]>()
  const unread: ReadSchedules['unread'] = []
  const seasons: Season[] = []
  for (const schedule of schedules) {
    const { name } = schedule
    const season = tidy(schedule.season)
    const times = tidy(schedule.times)
    const text = [season, times].filter(Boolean).join('; ')
    if (text === '') continue
    texts.set(name, [...(texts.get(name) ?? []), text])
    const read = readSchedule(season, times)
    seasons.push(...read.seasons)
    unread.push(...read.unread.map((text) => ({ name, text })))
  }
  const hours = [...texts].map(([name, text]) => [name, text.join('; ')])
  const isRead = seasons.length > 0 && unread.length === 0
  return {
    hours: hours.length > 0 ? Object.fromEntries(hours) : null,
    hours_json: isRead ? { timezone, seasons: distinct(seasons), note: null } : null,
    unread,
  }
}

const readSeason = remembering(parseSeason)
const readWeekly = remembering(parseWeekly)

type Reading = { seasons: Season[]; unread: string[] }

function readSchedule(season: string, times: string): Reading {
  if (season === '') return readAlone(times)
  if (times === '') return readAlone(season)
  const days = readSeason(season)
  const weekly = readWeekly(times)
  if (!days || !weekly) {
    return { seasons: [], unread: [...(days ? [] : [season]), ...(weekly ? [] : [times])] }
  }
  return { seasons: days.map(({ from, to }) => ({ from, to, weekly })), unread: [] }
}

/** Reads a text that is times, or a season, or both, whichever field of the source it stands in. */
function readAlone(text: string): Reading {
  const weekly = readWeekly(text)
  const seasons = weekly
    ? [{ from: null, to: null, weekly }]
    : (parseSeasonalTimes(text) ?? readSeason(text)?.map((days) => ({ ...days, weekly: null })))
  return seasons ? { seasons, unread: [] } : { seasons: [], unread: [text] }
}

/** The text on one line, without what separates it from a next one. */
const tidy = (text: string | null) => onOneLine(text ?? '').replace(/(?<![ ;,])[ ;,]+$/, '')

function distinct(seasons: Season[]): Season[] {
  return [...new Map(seasons.map((season) => [JSON.stringify(season), season])).values()]
}
