import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ScheduleCompiler } from '../../../../pipeline/publish/serving/schedules.ts'
import {
  noHours,
  silentSchedules,
  unreadHours,
} from '../../../../data/schema/serving/silent_schedules.ts'
import { awkwardFeed, awkwardMoment } from '../../../support/awkward_feed.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { fixtureFeed } from '../../../support/fixture_farms.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { readColumns } from '../../../support/serving_files.ts'

const { folder } = await buildSnapshot(
  { after },
  { feed: fixtureFeed, sources: [awkwardFeed], now: awkwardMoment },
)
const farms = await publishedFarms(folder)

describe('the schedules of a snapshot', () => {
  it('are those of the published hours_json, row by row', async () => {
    const { ofRow, zone, timeZones: zones } = await readColumns(folder, 'schedules')
    assert.equal(ofRow.length, farms.length)
    for (const [row, { hours_json }] of farms.entries()) {
      const isKnown = Boolean(hours_json?.timezone) && hours_json!.seasons.length > 0
      assert.equal(ofRow[row]! >= silentSchedules, isKnown, farms[row]!.name)
      if (isKnown) assert.equal(zones[zone[ofRow[row]!]!], hours_json!.timezone)
    }
    assert.ok(new Set(ofRow).size > 3)
  })

  it('are one and the same exactly where zone and seasons are, where none closes on holidays', async () => {
    const { ofRow } = await readColumns(folder, 'schedules')
    const meaning = farms.map(({ hours_json }) =>
      hours_json?.timezone ? JSON.stringify([hours_json.timezone, hours_json.seasons]) : null,
    )
    for (const [row, schedule] of ofRow.entries())
      for (const [other, otherSchedule] of ofRow.entries())
        if (schedule >= silentSchedules)
          assert.equal(schedule === otherSchedule, meaning[row] === meaning[other])
  })

  it('say why nothing is known: there are no hours, or none that could be read', async () => {
    const { ofRow } = await readColumns(folder, 'schedules')
    const said = new Set<number>()
    for (const [row, { hours, hours_json }] of farms.entries()) {
      const reason = hours || hours_json ? unreadHours : noHours
      if (ofRow[row]! < silentSchedules) assert.equal(ofRow[row], reason, farms[row]!.name)
      said.add(ofRow[row]!)
    }
    for (const schedule of [noHours, unreadHours]) assert.ok(said.has(schedule))
  })

  it('have when the hours were last said; 0 where there are none', async () => {
    const { saidAt } = await readColumns(folder, 'schedules')
    assert.deepEqual(
      [...saidAt],
      farms.map(({ hours_confirmed_at: at }) => (at === null ? 0 : Date.parse(at) / 1000)),
    )
    assert.ok(saidAt.includes(0) && saidAt.some((seconds) => seconds > 0))
  })

  it('say that nothing is known where hours or time zone are missing', () => {
    const compiler = new ScheduleCompiler()
    const seasons = [{ from: null, to: null, weekly: {} }]
    const timezone = 'America/Chicago'
    assert.equal(compiler.add(null), noHours)
    assert.equal(compiler.add({ timezone: null, seasons, note: null }), unreadHours)
    assert.equal(compiler.add({ timezone, seasons: [], note: null }), unreadHours)
    assert.equal(compiler.add({ timezone, seasons, note: null }), silentSchedules)
  })
})
