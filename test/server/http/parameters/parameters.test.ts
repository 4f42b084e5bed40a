import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { z } from 'zod'
import * as parameter from '../../../../server/http/parameters/parameters.ts'

function reads(schema: z.ZodType, readings: [text: string, value: unknown][]): void {
  for (const [text, value] of readings) assert.deepEqual(schema.parse(text), value, text)
}

function refuses(schema: z.ZodType, texts: string[], message: RegExp): void {
  for (const text of texts) {
    const { error } = schema.safeParse(text)
    assert.ok(error, text)
    for (const issue of error.issues) assert.match(issue.message, message, text)
  }
}

describe('parameter.bbox', () => {
  it('reads four numbers, also of a box over the date line or without extent', () => {
    reads(parameter.bbox, [
      ['-73.5,42.7,-71.4,45.1', { west: -73.5, south: 42.7, east: -71.4, north: 45.1 }],
      ['170, -20, -150, 70', { west: 170, south: -20, east: -150, north: 70 }],
      ['180,-90,-180,90', { west: 180, south: -90, east: -180, north: 90 }],
      ['0,0,0,0', { west: 0, south: 0, east: 0, north: 0 }],
    ])
  })

  it('refuses other counts, values beyond the globe, and a south above the north', () => {
    refuses(parameter.bbox, ['', '1,2,3', '1,2,3,4,5', '1,2,0,3,4,5'], /four numbers/)
    refuses(parameter.bbox, ['-180.1,0,0,0', '0,0,181,0'], /from -180 to 180/)
    refuses(parameter.bbox, ['0,-91,0,0', '0,0,0,90.5'], /from -90 to 90/)
    refuses(parameter.bbox, ['a,b,c,d', '1e1,0,0,0', ',,,', '0,0,NaN,0'], /decimal number/)
    refuses(parameter.bbox, ['0,1,0,0'], /south/)
  })
})

describe('parameter.zipList', () => {
  it('reads up to 20 ZIP codes, sorted and each once', () => {
    const zips = Array.from({ length: 20 }, (_, n) => String(12_000 + n))
    reads(parameter.zipList, [
      [zips.toReversed().join(), zips],
      ['12203-1234,05828,12203', ['05828', '12203']],
    ])
    refuses(parameter.zipList, [[...zips, '05828'].join()], /^must have at most 20 entries$/)
  })
})

describe('parameter.cityList', () => {
  it('reads cities with the abbreviations of their states, sorted and each once', () => {
    reads(parameter.cityList, [
      ['Troy, Albany, ny, Troy', ['Albany, NY', 'Troy']],
      ['New York, NY', ['New York, NY']],
      ['Albany, New York, NY', ['Albany', 'New York, NY']],
      ['Washington, Albany', ['Washington', 'Albany']],
    ])
    for (const text of ['Washington,Albany', 'Albany, NY,Troy'])
      assert.deepEqual(
        parameter.cityList.parse(parameter.cityList.parse(text).join()),
        parameter.cityList.parse(text),
      )
  })

  it('refuses a state without its city, and a name that may be one', () => {
    refuses(parameter.cityList, ['NY', 'Albany, NY, VT'], /is a state, and comes after its city/)
    refuses(parameter.cityList, ['Albany, Washington'], /another city: write `Albany, WA`, or name/)
    refuses(parameter.cityList, ['Albany, NY, Washington'], /^name `Washington` first/)
    refuses(parameter.countyList, ['VT'], /comes after its county/)
  })
})

describe('parameter.day', () => {
  it('reads weekdays from three letters on, and dates', () => {
    reads(parameter.day, [
      ['sat', 'sat'],
      [' Saturday ', 'sat'],
      ['thurs', 'thu'],
      ['2026-07-04', '2026-07-04'],
    ])
    refuses(parameter.day, ['s', 'th', '2026-02-29', '1972-12-31', 'satx'], /^must be a day/)
  })
})

describe('parameter.dayTime', () => {
  it('reads a span of one day', () => {
    reads(parameter.dayTime, [
      ['8:00-12:00', '08:00-12:00'],
      ['00:00 – 24:00', '00:00-24:00'],
    ])
    const bad = ['8:00', '12:00-12:00', '12:00-8:00', '20:00-24:01', '8:60-9:00', '8-12']
    refuses(parameter.dayTime, bad, /^must be a time of one day/)
  })
})

describe('parameter.dateOrYears', () => {
  it('reads a date, or 1 to 99 years', () => {
    reads(parameter.dateOrYears, [
      ['2022-06-01', '2022-06-01'],
      [' 3Y ', '3y'],
      ['99y', '99y'],
    ])
    const bad = ['0y', '03y', '100y', 'y', '3', '2022-06-31', '2022-06-01T00:00:00Z']
    refuses(parameter.dateOrYears, bad, /^must be a date/)
  })
})

describe('parameter.radius', () => {
  it('is over 0, up to 100 miles', () => {
    reads(parameter.radius, [
      ['0.01', 0.01],
      ['100', 100],
    ])
    refuses(parameter.radius, ['0', '0.0', '-1', '100.01'], /^must be over 0 and at most 100$/)
    refuses(parameter.radius, ['1.', '.5', '+5', '1e1', ''], /^must be a number of miles/)
  })
})

describe('parameter.farmIds', () => {
  it('reads ids in either case, in the order given, each once', () => {
    const [one, two] = [
      '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
      '00000000-0000-5000-8000-000000000001',
    ]
    reads(parameter.farmIds, [[`${one}, ${two},${one.toUpperCase()}`, [one, two]]])
    refuses(parameter.farmIds, [Array(101).fill(one).join()], /^must have at most 100 entries$/)
  })
})

describe('parameter.page', () => {
  it('names its limits for any whole number, however long', () => {
    refuses(parameter.page, ['0', '-5', '1000001', '100000000000'], /^must be from 1 to 1000000$/)
    refuses(parameter.page, ['1.5', '1e3', 'two'], /^must be a whole number$/)
  })
})

describe('parameter.cell', () => {
  it('reads cells of any resolution in either case', () => {
    reads(parameter.cell, [
      ['8001fffffffffff', '8001fffffffffff'],
      [' 892B8994B2BFFFF ', '892b8994b2bffff'],
      ['8f2b8994b2b0001', '8f2b8994b2b0001'],
    ])
  })

  it('refuses what is no cell', () => {
    const bad = ['', '0', '892b8994b2bfff', '0892b8994b2bffff', 'zz2b8994b2bffff']
    // An edge, a vertex, a resolution 9 cell with a digit too many, and decimal digits.
    const near = ['1192b8994b2bffff', '2222597fffffffff', '892b8994b2b0fff', '617733123456789']
    refuses(parameter.cell, [...bad, ...near], /H3 cell/)
  })
})

describe('parameter.instantOrNow', () => {
  it('reads now, and instants with their offset', () => {
    reads(parameter.instantOrNow, [
      ['now', 'now'],
      [' NOW ', 'now'],
      ['2026-07-04T10:30:00Z', new Date('2026-07-04T10:30:00Z')],
      ['2026-07-04t10:30:00.25z', new Date('2026-07-04T10:30:00.250Z')],
      ['2026-07-04 10:30:00-04:00', new Date('2026-07-04T14:30:00Z')],
      ['2026-07-04T10:30:00+05:30', new Date('2026-07-04T05:00:00Z')],
    ])
  })

  it('takes a blank for the plus sign that it was before the query was decoded', () => {
    reads(parameter.instantOrNow, [['2026-07-04T10:30:00 05:30', new Date('2026-07-04T05:00:00Z')]])
  })

  it('refuses times without offset, days that do not exist, and dates', () => {
    const bad = ['', 'today', '2026-07-04', '2026-07-04T10:30:00', '2026-07-04T10:30Z', '10:30']
    const impossible = ['2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-07-04T24:00:00Z']
    const offsets = ['2026-07-04T10:30:00+24:00', '2026-07-04T10:30:00+0530']
    const years = ['1972-12-31T23:59:59Z', '3000-01-01T00:00:00Z', '0000-01-01T00:00:00Z']
    refuses(parameter.instantOrNow, [...bad, ...impossible, ...offsets, ...years], /`now`, or/)
  })
})

describe('parameter.dateOrInstant', () => {
  it('reads a date as its beginning in UTC, and an instant', () => {
    reads(parameter.dateOrInstant, [
      ['2026-02-28', new Date('2026-02-28T00:00:00Z')],
      ['2024-02-29', new Date('2024-02-29T00:00:00Z')],
      ['2026-02-28T00:00:00+10:00', new Date('2026-02-27T14:00:00Z')],
      ['9999-12-31T23:59:59-01:00', new Date('9999-12-31T23:59:59.999Z')],
      ['0000-01-01T00:00:00+01:00', new Date('0000-01-01T00:00:00Z')],
    ])
  })

  it('refuses other forms, and days that do not exist', () => {
    const bad = [
      '',
      'now',
      '2026',
      '2026-2-8',
      '2026-02-29',
      '2026-02-00',
      '20260228',
      '２０２６-01-01',
    ]
    refuses(parameter.dateOrInstant, bad, /must be a date/)
  })
})

describe('parameter.words', () => {
  it('wants from 1 to 60 words', () => {
    reads(parameter.words, [
      [' Stone  creek ', 'Stone  creek'],
      ['a '.repeat(60), 'a '.repeat(60).trim()],
    ])
    refuses(parameter.words, ['a\tb', 'a\u0085b'], /control characters/)
    refuses(parameter.words, ['a \ud800', '\udc00 a'], /half of a character/)
    refuses(parameter.words, ['', '  ', '!!', '🍎', 'a '.repeat(61)], /must/)
  })
})

describe('parameter.oneOf(parameter, names)', () => {
  it('names the parameter, what is allowed, and the nearest', () => {
    refuses(
      parameter.placeTypeList,
      ['farmersmarket'],
      /^unknown place_type `farmersmarket`; did you mean `farmers_market`\? \(must be one of farm, /,
    )
    refuses(parameter.placeTypeList, ['', ','], /^must not be empty \(must be one of farm, /)
    refuses(parameter.placeTypeList, ['zoo'], /^unknown place_type `zoo` \(must be one of farm, /)
    refuses(parameter.state, ['Vermnot'], /^unknown state `Vermnot`; did you mean `Vermont`\?/)
  })
})
