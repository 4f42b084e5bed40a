import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  coverageLine,
  entryOf,
  farmLine,
  hiddenNote,
  hintLines,
  hoursText,
  lastConfirmed,
  placeOf,
  readLines,
  type FarmList,
  type ShownFarm,
} from '../../../server/mcp/farm_lines.ts'

describe('lastConfirmed(farm)', () => {
  it('is the day of the latest update, or else of the newest statement', () => {
    const said_at = { products: '2019-05-01', hours: '2020-06-02' }
    assert.equal(lastConfirmed({ updated_at: '2018-05-01T10:00:00Z', said_at }), '2018-05-01')
    assert.equal(lastConfirmed({ updated_at: null, said_at }), '2020-06-02')
    assert.equal(lastConfirmed({ updated_at: null, said_at: { products: null } }), null)
    assert.equal(lastConfirmed({}), null)
  })
})

describe('hintLines(meta)', () => {
  it('counts one farm of a broader product as one', () => {
    const broader = [
      { value: 'berries', count: 1, query: '' },
      { value: 'fruits', count: 1200, query: '' },
    ]
    assert.deepEqual(hintLines({ broader }), ['Broader: berries (1 farm), fruits (1,200 farms)'])
  })

  it('says the nearest name unless a hint does', () => {
    const hints = ['no farm is in Denville; did you mean Danville?']
    assert.deepEqual(hintLines({ did_you_mean: 'Danville', hints }), [`Hint: ${hints[0]}`])
    assert.deepEqual(hintLines({ did_you_mean: 'eggs', hints }), [
      `Hint: ${hints[0]}`,
      'Did you mean "eggs"?',
    ])
    assert.deepEqual(hintLines({}), [])
  })
})

describe('readLines(meta)', () => {
  it('says how a text was read, and what may be meant besides', () => {
    const meta = {
      understood: { near: 'Albany, NY', products: 'eggs' },
      corrected: [{ text: 'egs', value: 'eggs' }],
      ambiguous: [{ text: 'Albany', others: [{ parameter: 'near', value: 'Albany, GA' }] }],
      left_out: [
        { text: 'cheap', reason: 'prices need a paid key' },
        { text: 'xqzzy', reason: 'no farm has these words' },
      ],
      unread: ['really', 'xqzzy', 'good'],
    } as unknown as FarmList['meta']
    assert.deepEqual(readLines(meta), [
      'Read as: near=Albany, NY; products=eggs.',
      '"egs" was read as "eggs".',
      '"Albany" may also mean near=Albany, GA.',
      '"cheap" was left out: prices need a paid key.',
      '"xqzzy" was left out: no farm has these words.',
      'Searched for in names: really, good.',
    ])
    assert.deepEqual(readLines({ understood: {} } as FarmList['meta']), ['Read as: all farms.'])
    assert.deepEqual(readLines({} as FarmList['meta']), [])
  })
})

describe('hoursText(hours, said, most)', () => {
  const hours = (...seasons: object[]) => ({ seasons, note: null }) as never
  const saturday = { sat: [['09:00', '13:00']] }

  it('says each season with its days, closed or unknown', () => {
    for (const [season, text] of [
      [{ from: null, to: null, weekly: saturday }, 'sat 09:00-13:00'],
      [{ from: '05-01', to: '10-31', weekly: saturday }, '05-01 to 10-31: sat 09:00-13:00'],
      [{ from: '2026-05-01', to: null, weekly: null }, '2026-05-01 to …: times unknown'],
      [{ from: null, to: '2026-10-31', weekly: {} }, '… to 2026-10-31: closed'],
      [
        {
          from: null,
          to: null,
          weekly: {
            sun: [],
            sat: [
              ['09:00', '12:00'],
              ['13:00', '15:00'],
            ],
            mon: [['08:00', '10:00']],
          },
        },
        'mon 08:00-10:00, sat 09:00-12:00 and 13:00-15:00',
      ],
    ] as const)
      assert.equal(hoursText(hours(season), null, 200), text)
  })

  it('keeps the day of the statement, however long the hours are', () => {
    const season = { from: null, to: null, weekly: saturday }
    assert.equal(
      hoursText(hours(season, season), '2026-05-04T12:00:00Z', 10),
      'sat 09:00… (stated 2026-05-04)',
    )
    for (const none of [null, undefined, hours()])
      assert.equal(hoursText(none, null, 10), 'unknown')
  })
})

describe('entryOf(farm) and farmLine(farm)', () => {
  const farm: ShownFarm = {
    id: 'F1',
    name: 'Say "hi"\nFarm',
    place_type: 'farm',
    city: 'Danville',
    state: 'VT',
    distance_mi: 0,
    products: ['eggs', 'honey'],
    said_at: { products: '2021-07-30' },
    updated_at: null,
    synthetic: false,
  }

  it('leave out what the tier hides, and say what is unknown', () => {
    assert.deepEqual(entryOf(farm), {
      id: 'F1',
      name: 'Say "hi" Farm',
      place_type: 'farm',
      city: 'Danville',
      state: 'VT',
      distance_mi: 0,
      products: ['eggs', 'honey'],
      products_stated: '2021-07-30',
      last_confirmed: '2021-07-30',
    })
    assert.equal(
      farmLine(farm),
      '"Say \\"hi\\" Farm" (farm), "Danville", VT, 0 mi; sells: eggs, honey (stated 2021-07-30); last confirmed 2021-07-30; id F1',
    )
    const { hours } = entryOf({ ...farm, hours_json: null })
    assert.equal(hours, null)
    assert.match(farmLine({ ...farm, hours_json: null }), /; hours: unknown; /)
  })

  it('say that a farm is invented', () => {
    assert.equal(entryOf({ ...farm, synthetic: true }).synthetic, true)
    assert.match(farmLine({ ...farm, synthetic: true }), /^"Say [^(]+\(farm, SYNTHETIC\)/)
  })

  it('know nothing of a bare farm', () => {
    assert.equal(
      farmLine({ id: 'F2' }),
      '"name unknown" (kind unknown), place unknown; sells: unknown; last confirmed unknown; id F2',
    )
    assert.equal(placeOf({ state: 'VT' }), 'VT')
  })

  it('come with a note where fields are hidden', () => {
    assert.equal(hiddenNote([farm]).length, 1)
    assert.deepEqual(hiddenNote([{ ...farm, hours_json: null }]), [])
    assert.deepEqual(hiddenNote([{ name: 'Without an id' }, {}]), [])
  })
})

describe('coverageLine(list)', () => {
  const of = (meta: object, data: ShownFarm[] = []) =>
    coverageLine({ data, meta: { total: 1200, ...meta } } as Pick<FarmList, 'data' | 'meta'>)

  it('says for how many farms a fact is known, now and of late', () => {
    const coverage = { products: 900, hours: 300, prices: 12 }
    const coverage_recent = { products: 90, hours: 30, prices: 2 }
    assert.equal(
      of({ coverage, coverage_recent }).split('. ')[0],
      'Coverage: of 1,200 farms found, products are known for 900, opening hours for 300, prices for 12; stated within three years: 90, 30 and 2',
    )
    assert.equal(
      of({
        coverage: { products: 3, hours: null, prices: null },
        coverage_recent: { products: 1, hours: null, prices: null },
      }).split('. ')[0],
      'Coverage: of 1,200 farms found, products are known for 3; hours and prices are hidden from free keys for so few farms; stated within three years: 1',
    )
  })

  it('counts the farms shown where the answer counts none', () => {
    assert.match(
      of({}, [{ products: [] }, { products: null }]),
      /^Coverage: of 2 farms shown, products are known for 1\./,
    )
  })
})
