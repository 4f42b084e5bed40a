import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Findings } from '../../../../pipeline/normalize/findings.ts'
import { normalize } from '../../../../pipeline/normalize/normalize.ts'
import type { SourceFarm } from '../../../../pipeline/read/adapter.ts'
import { namedFarm } from '../../../support/source_farm.ts'

function verdict(place: Partial<SourceFarm>): string | null {
  const farm = { ...namedFarm, ...place }
  const row = { line: 1, farm, raw: () => '{}' }
  const result = normalize(row, { source: 'test', now: new Date(), findings: new Findings() })
  return 'rejected' in result ? result.rejected : null
}

const vermont = { lat: 44.41, lng: -72.14 }
const ontario = { lat: 44.39, lng: -79.69 }

describe('normalize(row): the country', () => {
  it('refuses rows that state another country or province', () => {
    for (const place of [
      { country: 'Canada', ...vermont },
      { country: 'CA', state: 'ON' },
      { country: 'de' },
      { state: 'Ontario', ...vermont },
      { state: 'Barrie, Ontario', ...vermont },
      { state: 'QC', zip: 'H2X 1Y4' },
      { state: 'Baja California', zip: '22000' },
      { zip: 'L4M 1A1', ...ontario },
      { address: '1 Example Rd, Barrie, ON L4M 1A1' },
    ])
      assert.equal(verdict(place), 'outside the United States', JSON.stringify(place))
  })

  it('refuses rows that state no place, with coordinates elsewhere', () => {
    assert.equal(verdict(ontario), 'outside the United States')
    assert.equal(verdict({ lat: '52.4', lng: '9.7', zip: '30159' }), null, 'a US ZIP code')
  })

  it('keeps the United States and its territories', () => {
    for (const place of [
      { country: 'US', ...vermont },
      { country: 'United States of America' },
      { country: 'CA', state: 'CA' },
      { country: 'Puerto Rico' },
      { country: 'Guam' },
      { state: 'Georgia', country: 'USA' },
      { state: 'Virgin Islands', zip: '00821' },
      { state: 'Idaho', lat: 52.2, lng: 0.12 },
      { address: '1 Example Rd, Lebanon', ...vermont },
      {},
    ])
      assert.equal(verdict(place), null, JSON.stringify(place))
  })
})
