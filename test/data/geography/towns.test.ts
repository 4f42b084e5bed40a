import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { haversineKm } from '../../../data/geography/distance.ts'
import { townsNamed } from '../../../data/geography/towns.ts'

describe('townsNamed(name, state)', () => {
  const [saintPaul] = townsNamed('Saint Paul', 'MN')

  it('finds the middle of a town, however it is written', () => {
    assert.ok(haversineKm(saintPaul!, { lat: 44.944, lng: -93.093 }) < 5)
    for (const name of ['St. Paul', 'ST PAUL', ' saint  paul'])
      assert.deepEqual(townsNamed(name, 'MN'), [saintPaul])
    assert.deepEqual(townsNamed('Penuelas', 'PR'), townsNamed('Peñuelas', 'PR'))
    assert.equal(townsNamed('Penuelas', 'PR').length, 1)
  })

  it('finds the towns of every state without one', () => {
    const states = new Set(
      townsNamed('Springfield', null).map((town) => 'state' in town && town.state),
    )
    for (const state of ['IL', 'MA', 'MO']) assert.ok(states.has(state))
  })

  it('is empty for a town that the state does not have', () => {
    assert.deepEqual(townsNamed('Saint Paul', 'VT'), [])
    assert.deepEqual(townsNamed('', 'VT'), [])
  })
})
