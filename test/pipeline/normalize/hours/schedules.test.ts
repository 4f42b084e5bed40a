import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hoursJson, type Season } from '../../../../data/schema/hours.ts'
import { readSchedules } from '../../../../pipeline/normalize/hours/schedules.ts'

const one = (season: string | null, times: string | null) => [{ name: 'market', season, times }]
const sat = { sat: [['09:00', '13:00']] } satisfies Season['weekly']

it('has no hours where a source has a word for nothing', () => {
  for (const text of ['TBD', 'N/A', '#N/A', '-'])
    assert.equal(readSchedules(one(null, text)).hours, null, text)
})

describe('readSchedules(schedules)', () => {
  it('gives every schedule as text and as data', () => {
    const schedules = [
      { name: 'season_1', season: '06/07/2016 to 10/11/2016', times: 'Sat: 9:00 AM-1:00 PM;' },
      { name: 'season_2', season: 'July 9-August 20; Oct 8-October 22', times: 'Wed: 2pm-6pm' },
      { name: 'season_3', season: null, times: null },
      { name: 'season_4', season: '', times: ' ' },
    ]
    const wed = { wed: [['14:00', '18:00']] }
    assert.deepEqual(readSchedules(schedules), {
      hours: {
        season_1: '06/07/2016 to 10/11/2016; Sat: 9:00 AM-1:00 PM',
        season_2: 'July 9-August 20; Oct 8-October 22; Wed: 2pm-6pm',
      },
      hours_json: {
        timezone: null,
        seasons: [
          { from: '2016-06-07', to: '2016-10-11', weekly: sat },
          { from: '07-09', to: '08-20', weekly: wed },
          { from: '10-08', to: '10-22', weekly: wed },
        ],
        note: null,
      },
      stated: 4,
      unread: [],
    })
  })

  it('keeps the text of all, but no data, where one is unread', () => {
    const schedules = [
      { name: 'season_1', season: 'May to October', times: 'Sat: 9:00 AM-1:00 PM;' },
      { name: 'season_2', season: '09/31/2012', times: 'Wed: 3:15 PM-;' },
    ]
    assert.deepEqual(readSchedules(schedules), {
      hours: {
        season_1: 'May to October; Sat: 9:00 AM-1:00 PM',
        season_2: '09/31/2012; Wed: 3:15 PM-',
      },
      hours_json: null,
      stated: 4,
      unread: [
        { name: 'season_2', text: '09/31/2012' },
        { name: 'season_2', text: 'Wed: 3:15 PM-' },
      ],
    })
  })

  it('knows nothing of a farm without schedules', () => {
    const nothing = { hours: null, hours_json: null, stated: 0, unread: [] }
    assert.deepEqual(readSchedules([]), nothing)
    assert.deepEqual(readSchedules(one(null, ' ')), nothing)
  })

  it('keeps what is noted beside a schedule', () => {
    const schedules = [
      { name: 'season_1', season: 'May', times: 'Sat 9am-1pm', note: 'Closed  in rain' },
      { name: 'season_2', season: 'June', times: 'Sat 9am-1pm', note: 'Closed in rain' },
      { name: 'season_3', season: null, times: 'Sa 09:00-13:00; PH off' },
      { name: 'season_4', season: null, times: null, note: 'By appointment' },
    ]
    const { hours, hours_json } = readSchedules(schedules)
    assert.equal(hours!.season_1, 'May; Sat 9am-1pm; Closed in rain')
    assert.equal(hours!.season_4, 'By appointment')
    assert.equal(hours_json!.note, 'Closed in rain; PH off; By appointment')
    const onlyNote = [{ name: 'market', season: null, times: null, note: 'By appointment' }]
    assert.equal(readSchedules(onlyNote).hours_json, null)
  })

  it('takes no day of some weeks for a day of every week', () => {
    const timesWith = (note: string) =>
      readSchedules([{ name: 'season_1', season: 'May', times: 'Sat 9am-1pm', note }]).hours_json!
    for (const note of [
      'Open the 3rd Saturday of each month',
      'On the first and third Saturdays',
      'Closed last Saturday of the month',
      'Every other Saturday',
    ])
      assert.deepEqual(timesWith(note), {
        timezone: null,
        seasons: [{ from: '05-01', to: '05-31', weekly: null }],
        note,
      })
    for (const note of ['Please call first', 'Closed on Saturday, July 3rd', 'Saturdays'])
      assert.deepEqual(timesWith(note).seasons, [{ from: '05-01', to: '05-31', weekly: sat }])
  })

  describe('of numbered seasons', () => {
    const numbered = (...texts: [season: string | null, times: string][]) =>
      texts.map(([season, times], i) => ({ name: `season_${i + 1}`, season, times }))
    const read = (...texts: [season: string | null, times: string][]) =>
      readSchedules(numbered(...texts))
    const nine = 'Sat: 9:00 AM-1:00 PM;'
    const ten = 'Sat: 10:00 AM-1:00 PM;'

    it('does not know when one without dates holds beside others', () => {
      const { hours_json } = read([null, nine], ['12/05/2015 to 04/09/2016', ten])
      assert.deepEqual(hours_json!.seasons, [
        { from: null, to: null, weekly: null },
        { from: '2015-12-05', to: '2016-04-09', weekly: { sat: [['10:00', '13:00']] } },
      ])
      assert.deepEqual(read([null, nine]).hours_json!.seasons[0]!.weekly, sat)
    })

    const contradictions: [one: string, other: string][] = [
      ['01/01/2016 to 12/31/2016', '06/01/2016 to 09/05/2016'],
      ['04/02/2016 to ', '11/05/2016 to 03/25/2017'],
      ['June to August', 'January to November'],
      ['November to February', 'February to March'],
      ['June to August', '07/02/2016 to 09/05/2016'],
    ]
    for (const [one, other] of contradictions) {
      it(`leaves both ${one} and ${other}, with other hours on a Saturday`, () => {
        assert.equal(read([one, nine], [other, ten]).unread.length, 4)
        assert.equal(read([other, nine], [one, ten]).hours_json, null)
        assert.equal(read([one, nine], [other, nine]).unread.length, 0)
        assert.equal(read([one, nine], [other, 'Wed 2pm-6pm']).unread.length, 0)
        const named = [one, other].map((season, i) => ({
          name: ['stand', 'pickup'][i]!,
          season,
          times: [nine, ten][i]!,
        }))
        assert.equal(readSchedules(named).unread.length, 0)
      })
    }

    const successions: [one: string, other: string][] = [
      ['05/01/2016 to 10/01/2016', '10/01/2016 to 04/30/2017'],
      ['June to August', 'September to May'],
      ['05/01/2015 to 10/01/2015', '05/01/2016 to 10/01/2016'],
      ['June to August', '09/03/2016 to 12/10/2016'],
    ]
    for (const [one, other] of successions) {
      it(`reads both ${one} and ${other}, with other hours`, () => {
        assert.equal(read([one, nine], [other, ten]).hours_json!.seasons.length, 2)
      })
    }
  })

  it('leaves the time zone to the location of the farm', () => {
    assert.equal(readSchedules(one('May', 'Sat 9am-1pm')).hours_json?.timezone, null)
  })

  it('states a season once that stands twice', () => {
    const twice = [
      ...one('May', 'Sat 9am-1pm'),
      { name: 'stand', season: 'May', times: 'Sat 9am-1pm' },
    ]
    assert.equal(readSchedules(twice).hours_json?.seasons.length, 1)
  })

  it('joins the texts of schedules with one name', () => {
    const same = [...one(null, 'Sat 9am-1pm'), ...one(null, 'Sun 9am-1pm')]
    assert.deepEqual(readSchedules(same).hours, { market: 'Sat 9am-1pm; Sun 9am-1pm' })
  })

  it('takes any name', () => {
    const odd = [{ name: 'constructor', season: null, times: 'Sat 9am-1pm' }]
    assert.deepEqual(readSchedules(odd).hours, { constructor: 'Sat 9am-1pm' })
  })

  const sunday = { sun: [['10:00', '12:00']] } satisfies Season['weekly']
  const rows: [season: string | null, times: string | null, seasons: Season[] | null][] = [
    ['May to October', null, [{ from: '05-01', to: '10-31', weekly: null }]],
    ['Year-round', '', [{ from: null, to: null, weekly: null }]],
    [null, 'Sat 9am-1pm', [{ from: null, to: null, weekly: sat }]],
    [null, 'May-October', [{ from: '05-01', to: '10-31', weekly: null }]],
    [null, 'May-October, Sat 9am-1pm', [{ from: '05-01', to: '10-31', weekly: sat }]],
    ['May-October, Sat 9am-1pm', null, [{ from: '05-01', to: '10-31', weekly: sat }]],
    [null, 'May-October 9am-1pm Sat', [{ from: '05-01', to: '10-31', weekly: sat }]],
    [null, 'May 4 - October 9 9am-1pm Sat', [{ from: '05-04', to: '10-09', weekly: sat }]],
    [null, 'Open June 1 to Oct 5: Sat 9am-1pm', [{ from: '06-01', to: '10-05', weekly: sat }]],
    [
      null,
      'Open Sat 9am-1pm from June 1 to October 5',
      [{ from: '06-01', to: '10-05', weekly: sat }],
    ],
    [null, 'Sat 9am-1pm (May thru Oct)', [{ from: '05-01', to: '10-31', weekly: sat }]],
    [null, 'Sat 9am-1pm, year-round', [{ from: null, to: null, weekly: sat }]],
    [
      null,
      'May-Oct: Sat 9am-1pm; Nov-Apr: Sun 10am-noon',
      [
        { from: '05-01', to: '10-31', weekly: sat },
        { from: '11-01', to: '04-30', weekly: sunday },
      ],
    ],
    [
      'May 4-Nov 16',
      'May-Oct: Sat 9am-1pm; Nov: Sun 10am-noon',
      [
        { from: '05-04', to: '10-31', weekly: sat },
        { from: '11-01', to: '11-16', weekly: sunday },
      ],
    ],
    [
      'Nov 20-May 5',
      'Jan-Mar: Sat 9am-1pm; Apr-Dec: Sun 10am-noon',
      [
        { from: '01-01', to: '03-31', weekly: sat },
        { from: '04-01', to: '05-05', weekly: sunday },
        { from: '11-20', to: '12-31', weekly: sunday },
      ],
    ],
    [
      'Year-round',
      'Saturday  9am-1pm, Jan-Mar 10am-noon',
      [
        { from: '04-01', to: '12-31', weekly: sat },
        { from: '01-01', to: '03-31', weekly: { sat: [['10:00', '12:00']] } },
      ],
    ],
    [
      'June 2-October 27',
      'Sat 9am-1pm, Sept/Oct 10am-noon',
      [
        { from: '06-02', to: '08-31', weekly: sat },
        { from: '09-01', to: '10-27', weekly: { sat: [['10:00', '12:00']] } },
      ],
    ],
    [
      '05/09/2015',
      'Sat 9am-1pm',
      [
        { from: '2015-05-09', to: '2015-05-09', weekly: sat },
        { from: '2015-05-10', to: null, weekly: null },
      ],
    ],
    [
      'May-Oct; Dec',
      'Sat 9am-1pm',
      [
        { from: '05-01', to: '10-31', weekly: sat },
        { from: '12-01', to: '12-31', weekly: sat },
      ],
    ],
    [null, 'Apr-Oct Sa 09:00-13:00; PH off', [{ from: '04-01', to: '10-31', weekly: sat }]],
    // The season's own days are not all spoken of, or others are.
    ['May-Nov', 'May-Sep: Sat 9am-1pm; Nov: Sun 10am-noon', null],
    ['May-Oct', 'May-Oct: Sat 9am-1pm; Dec: Sun 10am-noon', null],
    ['05/09/2015 to 10/10/2015', 'May-Sep: Sat 9am-1pm; Oct: Sun 10am-noon', null],
    // Other times, or more of them?
    ['Year-round', 'Sat 9am-1pm, May-Oct 2pm-5pm', null],
    ['Year-round', 'Sat 9am-1pm, Sun 9am-1pm, May-Oct 10am-noon', null],
    // Which times are of which season?
    [null, 'Sat 9am-1pm May-Oct, Sun 10am-noon Nov-Apr', null],
    [null, 'Sat 9am-1pm, Sun 10am-noon May-Nov', null],
    [null, 'Sat 9am-1pm, May-Oct, Sun 10am-noon', null],
    [null, 'May-Oct Sat 9am-1pm, Sun 10am-noon Jun-Aug', null],
    [null, 'May-Oct Sat 7-9', null],
    [null, 'By appointment', null],
    [null, 'Call for hours', null],
    ['Seasonal', null, null],
    ['Seasonal', 'Sat 9am-1pm', null],
    ['Sat 9am-1pm', 'May to October', null],
  ]
  for (const [season, times, seasons] of rows) {
    it(`${seasons ? 'reads' : 'leaves'} ${JSON.stringify([season, times])}`, () => {
      const read = readSchedules(one(season, times))
      assert.deepEqual(read.hours_json?.seasons ?? null, seasons)
      assert.equal(read.unread.length === 0, seasons !== null)
      assert.ok(hoursJson.nullable().safeParse(read.hours_json).success)
    })
  }
})
