import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Season, Weekly } from '../../../../data/schema/hours.ts'
import {
  seasonAt,
  seasonDays,
  seasonWords,
  weekGrid,
  weekWords,
} from '../../../../server/explore/farm/week.ts'

const work: [string, string][] = [['08:00', '17:00']]

describe('weekWords(weekly)', () => {
  const cases: [Weekly, string][] = [
    [{ sat: [['09:00', '13:00']] }, 'Sat 9–1'],
    [{ mon: work, tue: work, wed: work, fri: work }, 'Mon–Wed 8–5, Fri 8–5'],
    [{ sun: [['08:30', '12:00']] }, 'Sun 8:30–noon'],
    [{ tue: [['10:00', '12:30'], ['15:00', '24:00']] }, 'Tue 10–12:30 and 3–midnight'], // prettier-ignore
    [{ mon: work, tue: work, wed: work, thu: work, fri: work, sat: work, sun: work }, 'daily 8–5'],
    [{ sat: [['00:00', '24:00']] }, 'Sat all day'],
    [{ sat: [] }, ''],
  ]
  for (const [weekly, words] of cases)
    it(`words ${words || 'a closed week'}`, () => assert.equal(weekWords(weekly), words))
})

describe('seasonWords({from, to})', () => {
  const cases: [string | null, string | null, string][] = [
    [null, null, 'all year'],
    ['01-01', '12-31', 'all year'],
    ['2020-01-01', '2020-12-31', 'all year, 2020'],
    ['05-01', '10-31', 'May to October'],
    ['11-01', '04-30', 'November to April'],
    ['07-04', '07-20', 'July'],
    ['2021-01-09', '2021-01-09', '9 January 2021'],
    ['2021-05-01', null, 'from May 2021'],
    [null, '10-31', 'until October'],
  ]
  for (const [from, to, words] of cases)
    it(`words ${words}`, () => assert.equal(seasonWords({ from, to }), words))
})

describe('seasonDays({from, to})', () => {
  const cases: [string | null, string | null, string][] = [
    ['05-04', '10-14', '4 May to 14 October'],
    ['05-01', '10-14', '1 May to 14 October'],
    ['2021-07-04', '2021-07-20', '4 July to 20 July 2021'],
    ['05-04', null, 'from 4 May'],
    [null, '10-14', 'until 14 October'],
    ['11-01', '02-28', 'November to February'],
    ['01-09', '01-09', '9 January'],
  ]
  for (const [from, to, words] of cases)
    it(`words ${words}`, () => assert.equal(seasonDays({ from, to }), words))
})

describe('seasonAt(seasons, day)', () => {
  const summer: Season = { from: '05-01', to: '10-31', weekly: { sat: work } }
  const winter: Season = { from: '11-01', to: '04-30', weekly: { sun: work } }
  const unknown: Season = { from: null, to: null, weekly: null }

  it('is the one of the day, across the new year too, else the last that is known', () => {
    const all = [unknown, summer, winter]
    assert.deepEqual(
      ['05-01', '10-31', '11-01', '12-31', '01-01', '04-30'].map((day) => seasonAt(all, day)),
      [summer, summer, winter, winter, winter, winter],
    )
    assert.equal(seasonAt([unknown, summer], '01-15'), summer)
    assert.equal(seasonAt([unknown], '01-15'), undefined)
    const [first, second] = ['2018', '2019'].map((year) => ({
      ...summer,
      from: `${year}-05-01`,
      to: `${year}-10-31`,
    }))
    for (const day of ['06-15', '01-15']) assert.equal(seasonAt([first!, second!], day), second)
  })

  it('has all hours of the same days, those of a store and of its pickup', () => {
    const wordsOf = (...weeks: Weekly[]) =>
      weekWords(seasonAt(weeks.map((weekly) => ({ from: null, to: null, weekly })), '06-15')!.weekly!) // prettier-ignore
    const store: Weekly = { fri: [['09:00', '17:00']], sat: [['09:00', '17:00']] }
    assert.equal(wordsOf(store, { sat: [['08:00', '12:00']] }), 'Fri 9–5, Sat 8–5')
    assert.equal(wordsOf(store, { sat: [['18:00', '20:00']] }), 'Fri 9–5, Sat 9–5 and 6–8')
    assert.equal(wordsOf(store, { sat: [['16:00', '02:00']] }), 'Fri 9–5, Sat 9–2')
    assert.equal(wordsOf({ sat: [['16:00', '02:00']] }, { sat: [['20:00', '23:00']] }), 'Sat 4–2')
  })
})

describe('weekGrid(seasons)', () => {
  it('names a season as one, with a bar between January and December if it is not the whole year', () => {
    const headOf = (bounds: Pick<Season, 'from' | 'to'>) => {
      const { document } = parseHTML(weekGrid([{ ...bounds, weekly: { sat: work } }]).text)
      return document.querySelector('tbody th')!.textContent.replaceAll(/\s+/g, ' ').trim()
    }
    assert.equal(headOf({ from: '05-01', to: '10-31' }), 'Season: May to October Jan Dec')
    assert.equal(headOf({ from: null, to: null }), 'Season: all year')
  })

  it('has a week for each season with times, with its months, and names the others', () => {
    const { document } = parseHTML(
      weekGrid([
        { from: '11-01', to: '04-30', weekly: { sat: [['09:00', '13:00']] } },
        { from: '05-01', to: '10-31', weekly: null },
      ]).text,
    )
    const cells = [...document.querySelectorAll('td')].map((each) => each.textContent.trim())
    assert.deepEqual(cells, [...Array<string>(5).fill('– closed'), '9–1', '– closed'])
    const months = [...document.querySelectorAll('rect')].map((each) => [
      Number(each.getAttribute('x')) / 10,
      Number(each.getAttribute('width')) / 10,
    ])
    assert.deepEqual(months, [[0, 4], [10, 2]]) // prettier-ignore
    assert.match(document.querySelector('p')!.textContent, /Times not known: May to October\./)
  })

  it('names seasons alone without the words of the status band', () => {
    const { text } = weekGrid([{ from: '05-01', to: '10-31', weekly: null }])
    assert.equal(text.trim(), '<p class="unknown">Season: May to October.</p>')
  })

  it('has the last of many seasons', () => {
    const years = [2014, 2015, 2016, 2017, 2018, 2019]
    const seasons = years.flatMap((year) => [
      { from: `${year}-05-01`, to: `${year}-10-31`, weekly: { sat: work } },
      { from: `${year}-11-01`, to: `${year}-11-30`, weekly: null },
    ])
    const { document } = parseHTML(weekGrid(seasons).text)
    const heads = [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent)
    assert.deepEqual(
      heads.map((head) => /\d{4}/.exec(head)?.[0]),
      ['2016', '2017', '2018', '2019'],
    )
    assert.deepEqual(
      [...document.querySelectorAll('p')].map(({ textContent }) => textContent),
      ['And 2 more seasons.', 'Times not known: November 2017, November 2018, November 2019, …'],
    )
  })
})
