import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Season } from '../../../../data/schema/hours.ts'
import type { Shown } from '../../../../server/explore/farm/profile.ts'
import { statusBand } from '../../../../server/explore/farm/status.ts'

const bandOf = (seasons: Season[]) => {
  const farm = { said_at: { hours: '2026-02-01' }, hours: 'as written', hours_json: { seasons } }
  const shown = { farm, now: new Date('2026-07-01T12:00:00Z') } as unknown as Shown
  return /<strong>(.*?)<\/strong>/.exec(statusBand(shown).text)![1]
}

describe('statusBand(shown)', () => {
  it('names the days and times, or says that they are not known, or are not read', () => {
    const bounds = { from: '06-01', to: '11-30' }
    assert.equal(bandOf([{ ...bounds, weekly: { sat: [['09:00', '13:00']] } }]), 'Usually open Sat 9–1') // prettier-ignore
    assert.equal(bandOf([{ ...bounds, weekly: null }]), 'Opening hours are not known')
    assert.equal(bandOf([]), 'Opening hours: see below')
  })
})
