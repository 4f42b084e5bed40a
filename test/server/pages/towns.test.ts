import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPlaces } from '../../../data/geography/gazetteer/gazetteer.ts'
import { towns } from '../../../server/pages/base_map.ts'

describe('towns()', () => {
  const read = JSON.parse(towns()) as { names: string; points: number[] }
  const names = read.names.split('\n')

  it('names a place once a line, with its point, without its state', () => {
    assert.equal(read.points.length, 2 * names.length)
    assert.equal(names.filter((name) => name.includes(',') || name === '').length, 0)
    const albany = readPlaces().find(({ name }) => name === 'Albany, NY')!
    const at = names.findIndex(
      (name, row) => name === 'Albany' && Math.abs(read.points[2 * row]! - albany.lng) < 0.001,
    )
    assert.ok(Math.abs(read.points[2 * at + 1]! - albany.lat) < 0.001)
  })

  it('begins with the largest, without their boroughs, and has no county', () => {
    const largest = ['New York', 'Los Angeles', 'Chicago', 'Houston', 'Philadelphia']
    assert.deepEqual(names.slice(0, 5), largest)
    assert.ok(names.indexOf('Queens') > 2500)
    assert.equal(names.filter((name) => name.endsWith(' County')).length, 0)
  })
})
