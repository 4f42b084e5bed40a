// Runs with files that set the time zone to UTC.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import OpeningHours from 'opening_hours'
import { hoursJson, type HoursJson, type Season } from '../../../../data/schema/hours.ts'
import { openingHours } from '../../../../pipeline/normalize/hours/opening_hours.ts'
import { readSchedules } from '../../../../pipeline/normalize/hours/schedules.ts'
import { openState } from '../../../support/open_hours.ts'
import { addDays } from '../../../../data/calendar.ts'
import { wallClock } from '../../../../server/query/open_hours/wall_clock.ts'
import { written } from './notation.ts'
import { realSchedules, skip, type RealSchedule } from './real_texts.ts'

// The oracle reads hours by the clock of this process, which must not skip an hour.
process.env.TZ = 'UTC'

const read = (...schedules: RealSchedule[]) => readSchedules(schedules)

describe('seasons and hours of the real files', { skip }, () => {
  const all = skip ? [] : realSchedules()
  const listings = [...Map.groupBy(all, ({ file, row }) => `${file} ${row}`).values()]

  it('are read to 97 % at least', (t) => {
    const counts = new Map<string, { stated: number; unread: number }>()
    const add = (name: string, stated: number, unread: number) => {
      const before = counts.get(name) ?? { stated: 0, unread: 0 }
      counts.set(name, { stated: before.stated + stated, unread: before.unread + unread })
    }
    for (const schedules of listings) {
      const { stated, unread } = read(...schedules)
      add('in all', stated, unread.length)
      for (const schedule of schedules) {
        const missed = unread.filter(({ name }) => name === schedule.name).length
        add(`${schedule.file} ${schedule.column}`, read(schedule).stated, missed)
      }
    }
    const share = ({ stated, unread }: { stated: number; unread: number }) => 1 - unread / stated
    for (const [name, count] of counts) {
      const percent = (share(count) * 100).toFixed(2)
      t.diagnostic(`${name}: ${count.stated - count.unread} of ${count.stated}, ${percent} %`)
    }
    const total = counts.get('in all')!
    assert.ok(total.stated > 83_000 && share(total) >= 0.97, JSON.stringify(total))
  })

  it('are read as labelled by eye, one of every wording and 200 drawn at random', () => {
    const byRow = Map.groupBy(all, ({ file, row, column }) => `${file} ${row} ${column}`)
    for (const { file, row, id, column, expected } of labelled()) {
      const [schedule] = byRow.get(`${file} ${row} ${column}`) ?? []
      assert.ok(schedule?.id === id, `${file} row ${row} is no longer ${id}`)
      const { hours_json, unread } = read(schedule)
      assert.equal(written(hours_json?.seasons ?? null), expected, `${file} row ${row} ${column}`)
      assert.equal(unread.length > 0, expected === 'unread')
    }
  })

  it('agree with the opening_hours package on open and closed', (t) => {
    const distinct = new Map<string, HoursJson>()
    for (const schedules of listings) {
      const { hours_json } = read(...schedules)
      if (hours_json) distinct.set(written(hours_json.seasons), hours_json)
    }
    const seen = { open: 0, closed: 0, unknown: 0 }
    let index = 0
    for (const [text, hours] of distinct) {
      hoursJson.parse(hours)
      // One in forty is enough: the wordings are few, the dates many.
      if (index++ % 40 === 0) compare(text, hours, zones[index % zones.length]!, seen)
    }
    t.diagnostic(`${distinct.size} distinct readings, ${JSON.stringify(seen)}`)
    assert.ok(seen.open > 1000 && seen.closed > 5000 && seen.unknown > 500, JSON.stringify(seen))
  })
})

const zones = ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'Pacific/Guam']

/** Compares at the edges of the seasons, and over the changes of the clock. */
function compare(
  name: string,
  hours: HoursJson,
  timezone: string,
  seen: Record<'open' | 'closed' | 'unknown', number>,
) {
  const text = openingHours(hours)
  if (text === null) return
  const oracle = new OpeningHours(text, null, 0)
  for (const at of instants(hours.seasons)) {
    const { open } = openState({ ...hours, timezone }, at)
    seen[open === null ? 'unknown' : open ? 'open' : 'closed']++
    if (open === null) continue
    const { date, minute } = wallClock(timezone, at)
    const local = new Date(Date.parse(date) + minute * 60_000)
    assert.equal(oracle.getState(local), open, `${name}: ${text} at ${at.toISOString()}`)
  }
}

function instants(seasons: Season[]): Date[] {
  const edges = seasons.flatMap(({ from, to }) =>
    [from, to].map((day) => (day === null ? '2016-03-12' : day.length === 5 ? `2016-${day}` : day)),
  )
  return [...edges, '2016-03-12', '2016-11-05'].flatMap((date) =>
    [-2, -1, 0, 1, 2, 3, 4].flatMap((days) =>
      [0.25, 4, 13.5, 16, 18.75, 21].map(
        (hour) => new Date(Date.parse(addDays(date, days)) + hour * 3_600_000),
      ),
    ),
  )
}

/** The rows of the labelled set: which text of which file, and what it means. Not the text itself. */
function labelled() {
  const lines = readFileSync(new URL('labelled.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.slice(1).map((line) => {
    const [file, row, id, column, expected] = line.split('\t') as [
      string,
      string,
      string,
      string,
      string,
    ]
    return { file, row: Number(row), id, column, expected }
  })
}
