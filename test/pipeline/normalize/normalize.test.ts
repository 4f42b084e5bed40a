import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Findings } from '../../../pipeline/normalize/findings.ts'
import { normalize } from '../../../pipeline/normalize/normalize.ts'
import type { SourceFarm } from '../../../pipeline/read/adapter.ts'
import { namedFarm } from '../../support/source_farm.ts'

function read(parts: Partial<SourceFarm>) {
  const farm = { ...namedFarm, ...parts }
  const findings = new Findings()
  const context = { source: 'a', now: new Date('2026-01-01'), findings }
  const result = normalize({ line: 1, farm, raw: () => '{}' }, context)
  return 'rejected' in result
    ? assert.fail(result.rejected)
    : { ...result, unreadable: findings.unreadable.toObject() }
}

describe('normalize(row, context)', () => {
  for (const [field, what] of [
    ['website', 'web site'],
    ['phone', 'telephone number'],
  ] as const)
    it(`takes an e-mail address out of the column of the ${what}`, () => {
      const farm = read({ [field]: 'http://ann@example.org' })
      assert.deepEqual([farm.email, farm[field]], ['ann@example.org', null])
      assert.deepEqual(farm.corrections, [`e-mail address in the column of the ${what}`])
      assert.deepEqual([farm.kept_texts, farm.unreadable], [null, {}])
    })

  it('takes none out of a web address', () => {
    const website = 'http://www.example.org/ann@example.org'
    const farm = read({ website })
    assert.deepEqual([farm.email, farm.website], [null, website])
  })

  for (const text of [
    'www.example.org, Ann@example.org',
    'www.example.org / Email: Ann@example.org',
    'Ann@example.org | www.example.org',
    'http://www.example.org <Ann@example.org>',
    'www.example.org or mailto:Ann@example.org',
  ])
    it(`takes both addresses out of ${text}`, () => {
      const { email, website, kept_texts, unreadable } = read({ website: text })
      assert.deepEqual([email, website], ['Ann@example.org', 'http://www.example.org/'])
      assert.deepEqual([kept_texts, unreadable], [null, {}])
      const other = read({ website: text, email: 'bob@example.org' })
      assert.equal(other.email, 'bob@example.org')
    })

  it('takes both out of the column of the telephone number', () => {
    const { email, phone } = read({ phone: '(802) 555-0123, ann@example.org' })
    assert.deepEqual([email, phone], ['ann@example.org', '+18025550123'])
  })

  it('takes a date up to the beginning of the build', () => {
    const dated = (updated_at: string) => {
      const { updated_at: date, corrections } = read({ updated_at })
      return [date && Date.parse(date), corrections]
    }
    assert.deepEqual(dated('2026-01-01T00:00:00Z'), [Date.UTC(2026, 0), []])
    assert.deepEqual(dated('2026-01-01T00:00:01Z'), [null, ['date yet to come']])
  })

  it('takes hours as data before those of the schedules', () => {
    const hours_json = { timezone: null, seasons: [], note: 'by appointment' }
    const schedules = [{ name: 'stand', season: null, times: 'Sat 9am-1pm' }]
    assert.deepEqual(read({ hours_json, schedules }).hours_json, hours_json)
  })

  it('takes city and ZIP code from the address only without its own, and in the stated state', () => {
    const placed = (parts: Partial<SourceFarm>) => {
      const { address, city, state, zip } = read({
        address: '1 Mill Rd, Barre, VT 05641',
        ...parts,
      })
      return [address, city, state, zip]
    }
    const whole = '1 Mill Rd, Barre, VT 05641'
    assert.deepEqual(placed({}), ['1 Mill Rd', 'Barre', 'VT', '05641'])
    assert.deepEqual(placed({ state: 'Vermont' }), ['1 Mill Rd', 'Barre', 'VT', '05641'])
    assert.deepEqual(placed({ state: 'NH' }), [whole, null, 'NH', null])
    assert.deepEqual(placed({ zip: '05602' }), [whole, null, 'VT', '05602'])
    assert.deepEqual(placed({ city: 'Montpelier' }), [whole, 'Montpelier', null, null])
  })

  it('keeps it as text where another address is stated', () => {
    const farm = read({ email: 'bob@example.org', website: 'ann@example.org' })
    assert.deepEqual([farm.email, farm.website], ['bob@example.org', null])
    assert.deepEqual(farm.kept_texts, { website: ['ann@example.org'] })
  })

  it('keeps what a field cannot hold, and counts what says nothing to it', () => {
    const farm = read({
      phone: 'ask at the barn',
      email: 'ann at example.org',
      website: 'javascript:alert(1)',
      social_links: ['Facebook: A Farm', 'https://social.example.org/a'],
      images: ['data:image/png;base64,AA', 'https://example.org/a.png'],
    })
    assert.deepEqual(farm.kept_texts, {
      phone: ['ask at the barn'],
      email: ['ann at example.org'],
      website: ['javascript:alert(1)'],
      social_links: ['Facebook: A Farm'],
      images: ['data:image/png;base64,AA'],
    })
    assert.deepEqual(
      [farm.phone, farm.email, farm.website, farm.social_links, farm.images],
      [null, null, null, ['https://social.example.org/a'], ['https://example.org/a.png']],
    )
    assert.deepEqual(farm.unreadable, {
      'email: not an e-mail address': 1,
      'images: not a web address': 1,
      'phone: not a telephone number': 1,
      'social_links: not a web address': 1,
      'website: not a web address': 1,
    })
  })

  it('keeps a state, ZIP code, point and date that it can’t read', () => {
    const stated = { state: 'Vermnt', zip: '0564', lat: '44.2x', lng: '-72.5', updated_at: 'May' }
    const { kept_texts, unreadable, corrections, ...farm } = read(stated)
    assert.deepEqual(
      [farm.state, farm.zip, farm.lat, farm.lng, farm.updated_at],
      Array(5).fill(null),
    )
    assert.deepEqual(
      kept_texts,
      Object.fromEntries(Object.entries(stated).map(([field, text]) => [field, [text]])),
    )
    assert.deepEqual(unreadable, { 'state: not a state': 1, 'updated_at: not a date': 1 })
    assert.deepEqual(corrections, ['ZIP code unreadable', 'coordinates unreadable'])
    assert.equal(read({ state: 'VT', zip: '05641', updated_at: '4/15/25' }).kept_texts, null)
  })

  it('keeps the extension of a number that it reads', () => {
    const farm = read({ phone: '802-555-0123 ext. 4' })
    assert.equal(farm.phone, '+18025550123')
    assert.deepEqual(farm.kept_texts, { phone: ['802-555-0123 ext. 4'] })
    assert.deepEqual(farm.unreadable, {})
  })

  it('fills in state and ZIP code from the city', () => {
    const { city, state, zip } = read({ city: 'Ames, IA 50010' })
    assert.deepEqual([city, state, zip], ['Ames', 'IA', '50010'])
  })

  it('spells a city in capitals, or without any, as the gazetteer does', () => {
    const cityOf = (city: string, state: string) => read({ city, state }).city
    assert.equal(cityOf('EL PASO', 'TX'), 'El Paso')
    assert.equal(cityOf('mcallen', 'TX'), 'McAllen')
    for (const [city, state] of [
      ['EL PASO', 'VT'],
      ['NOWHERE', 'TX'],
      ['El paso', 'TX'],
    ] as const)
      assert.equal(cityOf(city, state), city)
    assert.deepEqual(read({ city: 'EL PASO', state: 'TX' }).corrections, [
      'capitals of the city as in the gazetteer',
    ])
  })

  it('takes no state from the city of another country', () => {
    const farm = { city: 'Bridgetown, NY', state: 'Ontario' }
    assert.throws(() => read(farm), /outside the United States/)
  })
})
