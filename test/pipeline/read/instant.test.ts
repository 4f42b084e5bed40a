import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseInstant, parseInstantAs } from '../../../pipeline/read/instant.ts'

describe('parseInstant(text)', () => {
  for (const [text, instant] of [
    ['6/20/2017 10:43:57 PM', '2017-06-20T22:43:57Z'],
    ['6/28/2016 12:10:09 PM', '2016-06-28T12:10:09Z'],
    ['6/28/2016 12:10:09 AM', '2016-06-28T00:10:09Z'],
    ['5/5/2012 17:56', '2012-05-05T17:56:00Z'],
    ['06/20/2017', '2017-06-20T00:00:00Z'],
    ['6/20/17 17:56', '2017-06-20T17:56:00Z'],
    ['2009', '2009-01-01T00:00:00Z'],
    ['Apr 16 2010  9:57AM', '2010-04-16T09:57:00Z'],
    ['Jun  1 2011 12:05PM', '2011-06-01T12:05:00Z'],
    ['2020-08-03 13:44:04', '2020-08-03T13:44:04Z'],
    ['2020-08-03', '2020-08-03T00:00:00Z'],
    ['Nov 28th, 2022', '2022-11-28T00:00:00Z'],
    ['September 2, 2022', '2022-09-02T00:00:00Z'],
    ['Sept. 2 2022', '2022-09-02T00:00:00Z'],
    ['28 Nov 2022', '2022-11-28T00:00:00Z'],
    ['2020-08-03T13:44:04Z', '2020-08-03T13:44:04Z'],
    ['2020-08-03T13:44:04.999+02:00', '2020-08-03T11:44:04Z'],
    ['2020-12-31T22:00:00-05:30', '2021-01-01T03:30:00Z'],
    ['2020-02-29 00:00:00', '2020-02-29T00:00:00Z'],
  ] as const)
    it(`reads ${text}`, () => assert.equal(parseInstant(text), instant))

  for (const text of [
    null,
    '',
    'nan',
    'last week',
    '0000-00-00 00:00:00',
    '2021-02-29',
    '9/31/2017',
    '20/6/2017',
    '6/20/2017 13:00 PM',
    '2020-08-03 24:00:00',
    'Foo 2, 2022',
    'Sepp 2, 2022',
    '1776',
    '43850',
  ])
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseInstant(text), null))

  it('reads what Date writes', () => {
    const date = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(date, (each) => {
        assert.equal(parseInstant(each.toISOString()), `${each.toISOString().slice(0, 19)}Z`)
      }),
    )
  })
})

describe('parseInstantAs(text, format)', () => {
  for (const [text, format, instant] of [
    ['28/04/2024', 'D/M/YYYY', '2024-04-28T00:00:00Z'],
    ['04/05/2024', 'DD/MM/YYYY', '2024-05-04T00:00:00Z'],
    ['20240428', 'YYYYMMDD', '2024-04-28T00:00:00Z'],
    ['28-Apr-24', 'D-MMM-YY', '2024-04-28T00:00:00Z'],
    ['28-Apr-99', 'D-MMM-YY', '1999-04-28T00:00:00Z'],
    ['April 28, 2024  1:05 PM', 'MMMM D, YYYY h:mm A', '2024-04-28T13:05:00Z'],
    ['2024-04-28T13:05:09Z', 'YYYY-MM-DDTHH:mm:ssZ', '2024-04-28T13:05:09Z'],
    ['1714309509', 'X', '2024-04-28T13:05:09Z'],
    ['1714309509000.0', 'x', '2024-04-28T13:05:09Z'],
  ] as const)
    it(`reads ${text} as ${format}`, () => {
      assert.equal(parseInstantAs(text, format), instant)
    })

  it('is null for what is not written so, or is no date', () => {
    for (const text of ['04/28/2024', '31/02/2024', '28.04.2024', '28/04/24', 'x 28/04/2024', ''])
      assert.equal(parseInstantAs(text, 'D/M/YYYY'), null, text)
    assert.equal(parseInstantAs('99999999999', 'X'), null)
  })
})
