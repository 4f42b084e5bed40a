import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Season } from '../../../../data/schema/hours.ts'
import type { Shown } from '../../../../server/explore/farm/profile.ts'
import { statusBand } from '../../../../server/explore/farm/status.ts'

const timezone = 'America/New_York'
const bandOf = (seasons: Season[], now = '2026-07-01T12:00:00Z') => {
  const farm = {
    said_at: { hours: '2026-02-01' },
    hours: 'as written',
    hours_json: { seasons, timezone },
  }
  const shown = { farm, now: new Date(now) } as unknown as Shown
  return statusBand(shown).text
}
const hoursOf = (seasons: Season[]) => /<strong>(.*?)<\/strong>/.exec(bandOf(seasons))![1]

describe('statusBand(shown)', () => {
  it('names the days and times, or says that they are not known, or are not read', () => {
    const bounds = { from: '06-01', to: '11-30' }
    assert.equal(hoursOf([{ ...bounds, weekly: { sat: [['09:00', '13:00']] } }]), 'Usually open Sat 9–1') // prettier-ignore
    assert.equal(hoursOf([{ ...bounds, weekly: null }]), 'Usually open June to November')
    assert.match(bandOf([{ ...bounds, weekly: null }]), /<\/strong>; times not known</)
    assert.equal(hoursOf([]), 'Opening hours: see below')
  })

  it('says what is confirmed where no hours are known', () => {
    const farm = { said_at: { products: '2026-02-01' }, hours: null, last_listed: '2026-03-01' }
    const { text } = statusBand({ farm, now: new Date('2026-07-01') } as unknown as Shown)
    assert.match(text, /Opening hours are not known<.*Listing confirmed Feb 2026/s)
  })

  it('says that no season has today, by the clock of the farm', () => {
    const summer: Season = { from: '05-01', to: '10-31', weekly: { sat: [['09:00', '13:00']] } }
    const winter: Season = { from: '11-01', to: '04-30', weekly: null }
    const isOut = (...given: Parameters<typeof bandOf>) =>
      bandOf(...given).includes('May to October; not in season now')
    assert.equal(isOut([summer], '2026-11-01T03:59:00Z'), false)
    assert.equal(isOut([summer], '2026-11-01T04:00:00Z'), true)
    assert.equal(isOut([summer, winter], '2026-11-01T04:00:00Z'), false)
  })
})
