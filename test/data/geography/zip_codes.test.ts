import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mappedZips, zipCentroid, zipState } from '../../../data/geography/zip_codes.ts'
import { states } from '../../../data/geography/states.ts'
import { countyAt } from '../../../data/geography/counties.ts'

describe('zipState(zip)', () => {
  it('reads the state from the prefix', () => {
    assert.equal(zipState('05828'), 'VT')
    assert.equal(zipState('00601'), 'PR')
    assert.equal(zipState('20001'), 'DC')
    assert.equal(zipState('20101'), 'VA')
    assert.equal(zipState('88510'), 'TX')
    assert.equal(zipState('99501'), 'AK')
  })

  it('knows the ZIP codes that belong elsewhere than their prefix', () => {
    assert.equal(zipState('06390'), 'NY')
    assert.equal(zipState('83414'), 'WY')
    assert.equal(zipState('96799'), 'AS')
    assert.equal(zipState('96910'), 'GU')
    assert.equal(zipState('96950'), 'MP')
  })

  it('is null for military mail, other countries, unused numbers and no ZIP code', () => {
    for (const zip of ['09001', '34001', '96201', '96941', '00000', '5828', '05828-1234', '']) {
      assert.equal(zipState(zip), null, zip)
    }
  })

  it('agrees with the map, but for a few ZIP codes that straddle a state line', () => {
    const elsewhere = mappedZips.filter((zip) => {
      const county = countyAt(zipCentroid(zip)!)
      return county !== null && county.state !== zipState(zip)
    })
    assert.ok(elsewhere.length < 25, elsewhere.join(' '))
  })

  it('has ZIP codes for every state and territory', () => {
    const found = new Set(mappedZips.map(zipState))
    assert.deepEqual(found, new Set(states.map(({ abbr }) => abbr)))
  })
})

describe('zipCentroid(zip)', () => {
  it('gives the middle of a ZIP code area', () => {
    const { lat, lng } = zipCentroid('05828')!
    assert.ok(Math.abs(lat - 44.44) < 0.05 && Math.abs(lng + 72.12) < 0.05)
  })

  it('is null for what has no area', () => {
    for (const zip of ['00000', '99999', '5828', '', 'constructor']) {
      assert.equal(zipCentroid(zip), null, zip)
    }
  })
})
