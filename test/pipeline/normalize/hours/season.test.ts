import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseSeason } from '../../../../pipeline/normalize/hours/season.ts'
import type { SeasonDays } from '../../../../pipeline/normalize/hours/year_days.ts'

const days = (from: string | null, to: string | null): SeasonDays => ({ from, to })
const doubtful = (from: string, to: string | null): SeasonDays => ({ from, to, doubtful: true })
const unread: SeasonDays[] | null = null

const rows: [text: string, seasons: SeasonDays[] | null][] = [
  ['07/03/2018 to 09/25/2018', [days('2018-07-03', '2018-09-25')]],
  ['7/3/2018 to 9/25/2018', [days('2018-07-03', '2018-09-25')]],
  ['7/3/18-9/25/18', [days('2018-07-03', '2018-09-25')]],
  ['11/05/2018 to 03/25/2019', [days('2018-11-05', '2019-03-25')]],
  ['2018-07-03 to 2018-09-25', [days('2018-07-03', '2018-09-25')]],
  ['2022-05 to 2022-9', [days('2022-05-01', '2022-09-30')]],
  ['7/3 to 9/25', [days('07-03', '09-25')]],
  ['Start Date 2/1/14 to End Date 11/30/14', [days('2014-02-01', '2014-11-30')]],

  ['03/01/2015 to ', [days('2015-03-01', null)]],
  ['03/01/2015 to', [days('2015-03-01', null)]],
  [' to 10/09/2016', [days(null, '2016-10-09')]],
  ['June 2015 to ', [days('2015-06-01', null)]],
  [' to June 2015', [days(null, '2015-06-30')]],

  ['May to October', [days('05-01', '10-31')]],
  ['may – oct.', [days('05-01', '10-31')]],
  ['May thru Sept', [days('05-01', '09-30')]],
  ['November to February', [days('11-01', '02-29')]],
  ['November 2014 to February 2015', [days('2014-11-01', '2015-02-28')]],
  ['November 2015 to February 2016', [days('2015-11-01', '2016-02-29')]],
  ['January to December', [days('01-01', '12-31')]],
  ['July', [days('07-01', '07-31')]],
  ['Sept/Oct', [days('09-01', '10-31')]],
  ['June & September', [days('06-01', '06-30'), days('09-01', '09-30')]],
  ['June to Octobre', [days('06-01', '10-31')]],
  ['June 4-Ocotber 30', [days('06-04', '10-30')]],

  ['June 9, 2013 to October 13, 2013', [days('2013-06-09', '2013-10-13')]],
  ['June 9, 2013 to October 13 , 2013', [days('2013-06-09', '2013-10-13')]],
  ['June 9th to October 1st, 2013', [days('2013-06-09', '2013-10-01')]],
  ['April to November 2, 2013', [days('2013-04-01', '2013-11-02')]],
  ['June 9, 2013 to October', [days('2013-06-09', '2013-10-31')]],
  ['June9-September 28', [days('06-09', '09-28')]],
  ['June 9 to Sept. 8', [days('06-09', '09-08')]],
  ['November 9 -April 8', [days('11-09', '04-08')]],

  // One day, or the first of a season whose end is missing.
  ['06/18/2016', [days('2016-06-18', '2016-06-18'), doubtful('2016-06-19', null)]],
  ['06/18/2016 to 06/18/2016', [days('2016-06-18', '2016-06-18'), doubtful('2016-06-19', null)]],
  ['May 9, 2020', [days('2020-05-09', '2020-05-09'), doubtful('2020-05-10', null)]],
  ['02/29/2016', [days('2016-02-29', '2016-02-29'), doubtful('2016-03-01', null)]],
  ['12/31/2020', [days('2020-12-31', '2020-12-31'), doubtful('2021-01-01', null)]],
  ['July 2019', [days('2019-07-01', '2019-07-31'), doubtful('2019-08-01', null)]],
  ['June 8, 2013 to June', [days('2013-06-08', '2013-06-30'), doubtful('2013-07-01', null)]],
  ['August to August', [days('08-01', '08-31'), doubtful('09-01', '07-31')]],
  ['January to January', [days('01-01', '01-31'), doubtful('02-01', '12-31')]],
  ['August 3 to August 9', [days('08-03', '08-09')]],
  ['06/03/2013 to 06/09/2013', [days('2013-06-03', '2013-06-09')]],
  // A season of every year, or all the days from the first year to the last.
  [
    '05/09/2015 to 09/26/2016',
    [
      days('2015-05-09', '2015-09-26'),
      days('2016-05-09', '2016-09-26'),
      doubtful('2015-09-27', '2016-05-08'),
    ],
  ],
  [
    '11/08/2013 to 04/30/2016',
    [
      days('2013-11-08', '2014-04-30'),
      days('2014-11-08', '2015-04-30'),
      days('2015-11-08', '2016-04-30'),
      doubtful('2014-05-01', '2014-11-07'),
      doubtful('2015-05-01', '2015-11-07'),
    ],
  ],
  [
    '02/29/2016 to 10/01/2017',
    [
      days('2016-02-29', '2016-10-01'),
      days('2017-02-28', '2017-10-01'),
      doubtful('2016-10-02', '2017-02-27'),
    ],
  ],
  ['01/01/2014 to 12/31/2016', [days('2014-01-01', '2016-12-31')]],
  ['10/01/2014 to 09/30/2016', [days('2014-10-01', '2016-09-30')]],
  ['08/03/2014 to 08/03/2019', [days('2014-08-03', '2019-08-03')]],
  ['05/31/2015 to 05/31/2016', [days('2015-05-31', '2016-05-31')]],

  ['July 9-August 20; Oct 8-October 22', [days('07-09', '08-20'), days('10-08', '10-22')]],
  ['Jun; Jul; Aug; ', [days('06-01', '08-31')]],
  ['Jan; Feb; Jun; Nov; Dec; ', [days('06-01', '06-30'), days('11-01', '02-29')]],
  ['June, July, October', [days('06-01', '07-31'), days('10-01', '10-31')]],
  ['Jan; Feb; Mar; Apr; May; Jun; Jul; Aug; Sep; Oct; Nov; Dec', [days(null, null)]],
  ['Year-round', [days(null, null)]],
  ['Open year round', [days(null, null)]],
  ['All year', [days(null, null)]],

  // Dates that there are not.
  ['09/31/2012', unread],
  ['06/02/2012 to 09/31/2012', unread],
  ['02/29/2015', unread],
  ['13/01/2012 to 14/01/2012', unread],
  ['June 31 to July 4', unread],
  ['06/00/2015 to 07/04/2015', unread],
  ['06/01/0201 to 07/04/0201', unread],
  ['06/01/98 to 07/04/98', unread],
  // Ends before it begins.
  ['12/01/2012 to 05/31/2012', unread],
  ['November to March 3, 2012', unread],
  // A day or a year, a year or a slip.
  ['August 3 to August 3', unread],
  ['August 20 to August 3', unread],
  // Which year, or which years?
  ['May 24', unread],
  ['Only Aug 11 & Sep 8', unread],
  ['May to ', unread],
  [' to October 7', unread],
  ['July 9-August 20; until frost', unread],
  ['July-mid August', unread],
  ['December 6-April 4 (2018)', unread],
  ['Seasonal', unread],
  ['Marsh to Octobar', unread],
  ['to', unread],
  ['2017', unread],
  [';', unread],
  ['', unread],
]

describe('parseSeason(text)', () => {
  for (const [text, expected] of rows) {
    it(`${expected ? 'reads' : 'leaves'} ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseSeason(text), expected)
    })
  }

  it('reads every date of the calendar and no other, as JavaScript counts them', () => {
    const parts = fc.tuple(fc.integer({ min: 1996, max: 2032 }), fc.nat(13), fc.nat(32))
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const date = new Date(Date.UTC(year, month - 1, day))
        const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
        const iso = exists ? date.toISOString().slice(0, 10) : null
        const pad = (n: number) => String(n).padStart(2, '0')
        const text = `${pad(month)}/${pad(day)}/${year}`
        assert.deepEqual(parseSeason(text)?.[0] ?? null, iso && days(iso, iso))
      }),
      { numRuns: 2000 },
    )
  })

  it('reads a season however it is written', () => {
    const date = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const dates = fc
      .tuple(date, fc.integer({ min: 1, max: 365 }))
      .map(([from, length]): [string, string] => [from, daysAfter(from, length)])
    const writing = fc.constantFrom(slashes, long('long'), long('short'), (iso: string) => iso)
    const separator = fc.constantFrom(' to ', ' - ', '–', ' through ')
    fc.assert(
      fc.property(dates, writing, separator, ([from, to], write, between) => {
        const text = `${write(from)}${between}${write(to)}`
        assert.deepEqual(parseSeason(text), [days(from, to)], text)
      }),
    )
  })

  it('reads a span of years as its first and last day and all between, each once', () => {
    const spans = fc.tuple(
      fc.date({ min: new Date('2012-01-01'), max: new Date('2016-12-31'), noInvalidDate: true }),
      fc.integer({ min: 366, max: 2000 }),
    )
    fc.assert(
      fc.property(spans, ([date, length]) => {
        const from = date.toISOString().slice(0, 10)
        const to = daysAfter(from, length)
        const parts = parseSeason(`${slashes(from)} to ${slashes(to)}`)!
        const covered = parts
          .map((part) => [part.from!, part.to!] as const)
          .toSorted(([a], [b]) => a.localeCompare(b))
        assert.equal(covered[0]![0], from)
        assert.equal(covered.at(-1)![1], to)
        for (const [i, [first, last]] of covered.entries()) {
          assert.ok(first <= last)
          if (i > 0) assert.equal(first, daysAfter(covered[i - 1]![1], 1))
        }
      }),
    )
  })
})

const daysAfter = (iso: string, days: number) =>
  new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10)
const slashes = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`
const long = (month: 'long' | 'short') => (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', {
    month,
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
