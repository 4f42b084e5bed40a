import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeDatesOf } from '../../../../server/snapshot/columns/change_dates.ts'

const at = (text: string) => Date.parse(text)
const seconds = Uint32Array.of(
  at('2026-05-01T04:00:00Z') / 1000,
  0,
  at('2026-05-02T04:00:00Z') / 1000,
)
const dates = changeDatesOf(seconds, '2026-06-01T04:00:00Z')

describe('changeDatesOf(seconds, builtAt)', () => {
  it('finds the farms that changed after an instant, not at it', () => {
    const after = (text: string) => [...dates.rowsAfter(at(text))]
    assert.deepEqual(after('2026-05-01T03:59:59Z'), [0, 1, 2])
    assert.deepEqual(after('2026-05-01T04:00:00Z'), [1, 2])
    assert.deepEqual(after('2026-05-02T04:00:00Z'), [1])
    assert.deepEqual(after('2026-06-01T03:59:59.999Z'), [1])
    assert.deepEqual(after('2026-06-01T04:00:00Z'), [])
  })

  it('writes the date of a farm, that of the snapshot for one that changed in it', () => {
    assert.equal(String(dates.fieldOf(0)), ',"changed_at":"2026-05-01T04:00:00Z"')
    assert.equal(String(dates.fieldOf(1)), ',"changed_at":"2026-06-01T04:00:00Z"')
  })
})
