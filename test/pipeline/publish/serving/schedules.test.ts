import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ScheduleCompiler } from '../../../../pipeline/publish/serving/schedules.ts'
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
      assert.equal(ofRow[row]! > 0, isKnown, farms[row]!.name)
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
        if (schedule > 0) assert.equal(schedule === otherSchedule, meaning[row] === meaning[other])
  })

  it('say that nothing is known where hours or time zone are missing', () => {
    const compiler = new ScheduleCompiler()
    const seasons = [{ from: null, to: null, weekly: {} }]
    assert.equal(compiler.add(null), 0)
    assert.equal(compiler.add({ timezone: null, seasons, note: null }), 0)
    assert.equal(compiler.add({ timezone: 'America/Chicago', seasons: [], note: null }), 0)
    assert.equal(compiler.add({ timezone: 'America/Chicago', seasons, note: null }), 1)
  })
})
