import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { states } from '../../../data/geography/states.ts'
import { zoneAt } from '../../../data/geography/time_zones.ts'
import table from '../../../data/geography/time_zones.json' with { type: 'json' }

type Town = { state: string; town: string; lat: string; lng: string; zone: string }

/** Towns at borders of states and of zones, looked up by hand on maps of the zones. */
const towns: Town[] = parse(readFileSync(new URL('border_towns.csv', import.meta.url), 'utf8'), {
  columns: true,
})
const zones: Record<string, string[]> = table.zones

describe('zoneAt(point, state)', () => {
  for (const { abbr } of states)
    it(`knows the towns of ${abbr}`, () => {
      const ofState = towns.filter(({ state }) => state === abbr)
      assert.ok(ofState.length > 0)
      for (const { town, lat, lng, zone } of ofState)
        assert.equal(zoneAt({ lat: Number(lat), lng: Number(lng) }, abbr), zone, town)
    })

  it('has a zone of the state for a point across its border', () => {
    const places: [number, number, string, string][] = [
      [29.551, -104.401, 'TX', 'America/Chicago'], // Ojinaga
      [49.02, -101.5, 'ND', 'America/Chicago'], // Saskatchewan
      [45.6, -67.45, 'ME', 'America/New_York'], // New Brunswick
      [41.9, -87.45, 'IL', 'America/Chicago'], // Lake Michigan
      [37.03, -109.2, 'AZ', 'America/Denver'], // Utah, beside the Navajo Nation
    ]
    for (const [lat, lng, state, zone] of places) assert.equal(zoneAt({ lat, lng }, state), zone)
  })

  it('finds an American zone without a state, and none far from all', () => {
    assert.equal(zoneAt({ lat: 29.551, lng: -104.401 }, null), 'America/Chicago')
    assert.equal(zoneAt({ lat: 44.41, lng: -72.14 }, null), 'America/New_York')
    assert.equal(zoneAt({ lat: 40, lng: -50 }, null), null)
  })
})

describe('time_zones.json', () => {
  it('has the zones of every state, and each is that of one of the towns', () => {
    assert.deepEqual(Object.keys(zones).toSorted(), states.map(({ abbr }) => abbr).toSorted())
    for (const [abbr, ofState] of Object.entries(zones)) {
      const known = new Set(towns.filter(({ state }) => state === abbr).map(({ zone }) => zone))
      assert.deepEqual(new Set(ofState), known, abbr)
    }
  })
})
