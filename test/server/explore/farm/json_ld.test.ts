import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Season } from '../../../../data/schema/hours.ts'
import { farmAsLinkedData } from '../../../../server/explore/farm/head.ts'
import type { Profile } from '../../../../server/explore/farm/profile.ts'
import { faultsOf } from '../../../support/linked_data.ts'

const now = new Date('2026-11-25T12:00:00Z')
const sat: [string, string][] = [['09:00', '13:00']]

async function openings(hours: string | null, ...seasons: Season[]) {
  const farm = {
    name: 'Birch Farm',
    city: 'Barre',
    state: 'VT',
    lat: null,
    lng: null,
    location_precision: null,
    products: null,
    said_at: { products: null, hours },
    hours_json: { timezone: 'America/New_York', seasons, note: null },
  } as unknown as Profile
  const data = farmAsLinkedData(farm, 'https://farms.example.org/farms/1', now)
  assert.deepEqual(await faultsOf(data as { '@type': string }), [])
  const { openingHoursSpecification } = data as { openingHoursSpecification?: unknown[] }
  return openingHoursSpecification
}

const opening = (more: object) => ({
  '@type': 'OpeningHoursSpecification',
  dayOfWeek: 'https://schema.org/Saturday',
  opens: '09:00',
  closes: '13:00',
  ...more,
})

describe('the hours of farmAsLinkedData(farm, url, now)', () => {
  const always = { from: null, to: null, weekly: { sat } }

  it('are there if they were said within three years', async () => {
    assert.deepEqual(await openings('2023-11-25', always), [opening({})])
    assert.equal(await openings('2023-11-24', always), undefined)
    assert.equal(await openings(null, always), undefined)
  })

  it('have the days of their season, this year and over the new year', async () => {
    assert.deepEqual(
      await openings(
        '2026-05-01',
        { from: '05-01', to: '10-31', weekly: { sat } },
        { from: '11-01', to: '04-30', weekly: { sat } },
        { from: '2025-05-01', to: '2025-10-31', weekly: { sat } },
        { from: null, to: null, weekly: null },
      ),
      [
        opening({ validFrom: '2026-05-01', validThrough: '2026-10-31' }),
        opening({ validFrom: '2026-11-01', validThrough: '2027-04-30' }),
      ],
    )
  })
})
