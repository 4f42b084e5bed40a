import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Bitmap } from '../../../../server/snapshot/sets/bitmap.ts'
import { RowSets, type Condition } from '../../../../server/snapshot/sets/row_sets.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { publishedFarms } from '../../../support/published_farms.ts'

const { folder } = await fixtureSnapshot({ after })
const farms = await publishedFarms(folder)
const rowsIn = (state: string) => farms.flatMap((farm, row) => (farm.state === state ? [row] : []))

/** Sets, and conditions that note what is computed. */
function counted(capacity: number) {
  const asked: string[] = []
  const inState = (state: string): Condition => ({
    key: state,
    rows() {
      asked.push(state)
      return Bitmap.fromRows(rowsIn(state), farms.length)
    },
  })
  return { asked, inState, sets: new RowSets(capacity) }
}

describe('RowSets', () => {
  it('finds the rows that meet each condition', async () => {
    const { sets, inState } = counted(1e6)
    const found = await sets.findAll([inState('VT'), inState('AK'), inState('ZZ')] as const)
    assert.deepEqual(
      found.map((set) => [...set]),
      ['VT', 'AK', 'ZZ'].map(rowsIn),
    )
    assert.deepEqual(await sets.findAll([]), [])
  })

  it('computes a condition once, even for requests at once', async () => {
    const { sets, asked, inState } = counted(1e6)
    await Promise.all(Array.from({ length: 20 }, async () => sets.findAll([inState('VT')])))
    await sets.findAll([inState('VT')])
    assert.deepEqual(asked, ['VT'])
  })

  it('lets go of the set that was not asked for the longest', async () => {
    const sizes = ['VT', 'AK', 'PR'].map(
      (state) => Bitmap.fromRows(rowsIn(state), farms.length).compact().bytes,
    )
    const anyTwo = sizes.reduce((sum, size) => sum + size) - Math.min(...sizes)
    const { sets, asked, inState } = counted(anyTwo)
    for (const state of ['VT', 'AK', 'VT', 'PR', 'VT', 'AK']) {
      const [set] = await sets.findAll([inState(state)] as const)
      assert.deepEqual([...set], rowsIn(state))
    }
    assert.deepEqual(asked, ['VT', 'AK', 'PR', 'AK'])
  })

  it('works where there is no room for any', async () => {
    const { sets, inState } = counted(0)
    const found = await sets.findAll([inState('VT'), inState('AK')])
    assert.deepEqual(
      found.map((set) => [...set]),
      ['VT', 'AK'].map(rowsIn),
    )
  })

  it('computes a set once, in a turn of the event loop of its own', async () => {
    const { sets, asked } = counted(1e6)
    let computed = 0
    const even = farms.flatMap((_, row) => (row % 2 === 0 ? [row] : []))
    const condition: Condition = {
      key: 'even',
      rows() {
        computed++
        return Bitmap.fromRows(even, farms.length)
      },
    }
    const [first, second] = [sets.findAll([condition]), sets.findAll([condition])]
    assert.equal(computed, 0, 'not before the caller goes on')
    for (const found of [await first, await second, await sets.findAll([condition])])
      assert.deepEqual([...found[0]], even)
    assert.equal(computed, 1)
    assert.deepEqual(asked, [])
  })

  it('answers at once where every set is kept or at hand', async () => {
    const { sets, asked, inState } = counted(1e6)
    const even = Bitmap.fromRows([0, 2], farms.length)
    const atHand: Condition = { key: 'at hand', set: () => even }
    const found = sets.findAll([atHand])
    assert.ok(Array.isArray(found))
    assert.deepEqual([...found[0]!], [0, 2])
    await sets.findAll([inState('VT')])
    const again = sets.findAll([inState('VT'), atHand])
    assert.ok(Array.isArray(again))
    assert.deepEqual([...again[0]!], rowsIn('VT'))
    assert.deepEqual(asked, ['VT'])
  })

  it('does not keep a failure', async () => {
    const { sets } = counted(1e6)
    const failing = { key: 'fails', rows: () => Promise.reject(new Error('no rows')) }
    await assert.rejects(async () => sets.findAll([failing]), /no rows/)
    const working = { key: 'fails', rows: () => new Bitmap(farms.length) }
    assert.equal((await sets.findAll([working]))[0].count(), 0)
  })
})
