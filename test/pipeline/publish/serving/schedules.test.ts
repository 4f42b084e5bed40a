import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ScheduleCompiler } from '../../../../pipeline/publish/serving/schedules.ts'
import {
  noHours,
  oldHours,
  silentSchedules,
  unreadHours,
} from '../../../../data/schema/serving/silent_schedules.ts'
import { readManifest } from '../../../../pipeline/snapshots/snapshots.ts'
import { awkwardFeed, awkwardMoment } from '../../../support/awkward_feed.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { fixtureFeed } from '../../../support/fixture_farms.ts'
import { publishedFarms, withoutOldHours } from '../../../support/published_farms.ts'
import { readColumns } from '../../../support/serving_files.ts'

const { folder } = await buildSnapshot(
  { after },
  { feed: fixtureFeed, sources: [awkwardFeed], now: awkwardMoment },
)
const farms = await publishedFarms(folder)
const known = withoutOldHours(farms, (await readManifest(folder)).as_of)

describe('the schedules of a snapshot', () => {
  it('are those of the published hours_json, row by row', async () => {
    const { ofRow, zone, timeZones: zones } = await readColumns(folder, 'schedules')
    assert.equal(ofRow.length, farms.length)
    for (const [row, { hours_json }] of known.entries()) {
      const isKnown = Boolean(hours_json?.timezone) && hours_json!.seasons.length > 0
      assert.equal(ofRow[row]! >= silentSchedules, isKnown, farms[row]!.name)
      if (isKnown) assert.equal(zones[zone[ofRow[row]!]!], hours_json!.timezone)
    }
    assert.ok(new Set(ofRow).size > 3)
  })

  it('are one and the same exactly where zone and seasons are, where none closes on holidays', async () => {
    const { ofRow } = await readColumns(folder, 'schedules')
    const meaning = known.map(({ hours_json }) =>
      hours_json?.timezone ? JSON.stringify([hours_json.timezone, hours_json.seasons]) : null,
    )
    for (const [row, schedule] of ofRow.entries())
      for (const [other, otherSchedule] of ofRow.entries())
        if (schedule >= silentSchedules)
          assert.equal(schedule === otherSchedule, meaning[row] === meaning[other])
  })

  it('say why nothing is known: there are no hours, none that could be read, or old ones', async () => {
    const { ofRow } = await readColumns(folder, 'schedules')
    const said = new Set<number>()
    for (const [row, { hours, hours_json }] of farms.entries()) {
      const isOld = hours !== known[row]!.hours || hours_json !== known[row]!.hours_json
      const reason = isOld ? oldHours : hours || hours_json ? unreadHours : noHours
      if (ofRow[row]! < silentSchedules) assert.equal(ofRow[row], reason, farms[row]!.name)
      said.add(ofRow[row]!)
    }
    for (const schedule of [noHours, unreadHours, oldHours]) assert.ok(said.has(schedule))
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
