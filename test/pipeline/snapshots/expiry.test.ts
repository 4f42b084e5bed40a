import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { entryOf, appendRun } from '../../../pipeline/runs/ledger.ts'
import { expiryIn } from '../../../pipeline/snapshots/snapshots.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'

const built = new Date('2030-01-01T04:00:00Z')
const feed = [{ source_id: 'a', name: 'Amber Farm', updated_at: '2029-01-01T00:00:00Z' }]
const { root } = await buildSnapshot({ after }, { feed, now: built })
const places = layout(root)

describe('expiryIn(places, now)', () => {
  it('is now for thirty days after the last run', async () => {
    const now = new Date('2030-01-30T04:00:00Z')
    assert.deepEqual(await expiryIn(places, now), now)
  })

  it('is the time of the live snapshot after a leap, and with a clock before it', async () => {
    assert.deepEqual(await expiryIn(places, new Date('2031-01-01T04:00:00Z')), built)
    assert.deepEqual(await expiryIn(places, new Date('2029-01-01T04:00:00Z')), built)
  })

  it('is now once a person confirmed the clock', async () => {
    const time = '2031-01-01T04:00:00.000Z'
    const known = {
      action: 'confirm-clock',
      begun_at: time,
      ended_at: time,
      outcome: 'done',
    } as const
    appendRun(places, entryOf({ ...known, status: 0, clock: 'confirmed' }))
    assert.deepEqual(await expiryIn(places, new Date(time)), new Date(time))
  })
})
