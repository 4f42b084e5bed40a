import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { HiddenFarms } from '../../../../server/snapshot/sets/hidden_farms.ts'
import { FarmIds } from '../../../../server/snapshot/columns/ids.ts'

const farms = 50
const ids = Array.from({ length: farms }, (_, row) => uuid(7919 * (row + 1)))

describe('HiddenFarms', () => {
  it('hides the farms given, and tells of any range whether it has one', () => {
    const rows = fc.uniqueArray(fc.nat(farms - 1), { maxLength: 10 })
    fc.assert(
      fc.property(rows, fc.nat(farms), fc.nat(farms), (hiddenRows, one, other) => {
        const hidden = hiding(hiddenRows.map((row) => ids[row]!))
        const [first, end] = [Math.min(one, other), Math.max(one, other)]
        assert.equal(
          hidden.anyIn(first, end),
          hiddenRows.some((row) => row >= first && row < end),
        )
        for (let row = 0; row < farms; row++) {
          assert.equal(hidden.has(row), hiddenRows.includes(row))
          assert.equal(hidden.visible?.has(row) ?? true, !hiddenRows.includes(row))
        }
        assert.deepEqual(hidden.ids, hiddenRows.map((row) => ids[row]!).sort())
      }),
    )
  })

  it('has a key of its own for each set of farms, whatever their order', () => {
    const keys = [[], [1], [2], [1, 2]].map((rows) => hiding(rows.map((row) => ids[row]!)).key)
    assert.equal(new Set(keys).size, 4)
    assert.equal(keys[0], '')
    assert.equal(hiding([ids[2]!, uuid(1), ids[1]!]).key, keys[3])
  })

  it('pays no heed to farms of other snapshots', () => {
    const hidden = hiding([uuid(1)])
    assert.deepEqual(hidden.ids, [])
    assert.equal(hidden.visible, null)
  })

  it('shows farms again that are no longer among those to hide', () => {
    const hidden = hiding([ids[3]!])
    hidden.replace([ids[4]!])
    assert.deepEqual([hidden.has(3), hidden.has(4)], [false, true])
    hidden.replace([])
    assert.equal(hidden.visible, null)
  })
})

function hiding(hiddenIds: string[]): HiddenFarms {
  const byId = ids.map((_, row) => row).sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1))
  const bytes = Buffer.from(ids.join('').replaceAll('-', ''), 'hex')
  const hidden = new HiddenFarms(new FarmIds(bytes, Uint32Array.from(byId)), farms)
  hidden.replace(hiddenIds)
  return hidden
}

function uuid(number: number): string {
  return `00000000-0000-5000-8000-${(number * 65_537).toString(16).padStart(12, '0')}`
}
