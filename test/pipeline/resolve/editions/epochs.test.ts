import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  epochsOf,
  type Current,
  type Edition,
} from '../../../../pipeline/resolve/editions/epochs.ts'

/** `name date`: an edition of a series, `next` continuing `old`; `!` = read before. */
const edition = (text: string, input: number): Edition => {
  const [series, date = '2000-01-01'] = text.replace('!', '').split(' ')
  return {
    input,
    series: series!,
    succession: series === 'next' ? 'old' : series!,
    turn: series === 'next' ? 1 : 0,
    edition: date,
    known: text.endsWith('!'),
  }
}

/** The epochs of editions, each as its texts. */
function epochs(texts: string[], before: Current[] = []): string[] {
  return epochsOf(texts.map(edition), before).map((listed) =>
    listed.map(({ input }) => texts[input]!.replace('!', '')).join(' + '),
  )
}
const current = (text: string): Current => edition(text, 0)

describe('epochsOf', () => {
  it('lives through the editions of a series by date, and ends with the newest', () =>
    assert.deepEqual(epochs(['a 2019-01-01', 'a 2017-01-01', 'a 2018-01-01']), [
      'a 2017-01-01',
      'a 2018-01-01',
      'a 2019-01-01',
    ]))

  it('has of each series what was newest at the time', () =>
    assert.deepEqual(epochs(['a 2017-01-01', 'b 2018-01-01', 'a 2019-01-01']), [
      'a 2017-01-01',
      'a 2017-01-01 + b 2018-01-01',
      'a 2019-01-01 + b 2018-01-01',
    ]))

  it('takes files of one series and date for parts of one edition', () =>
    assert.deepEqual(epochs(['a 2017-01-01', 'a 2017-01-01', 'a 2018-01-01']), [
      'a 2017-01-01 + a 2017-01-01',
      'a 2018-01-01',
    ]))

  it('ends a series with the first edition of the one that continues it, however old that is', () =>
    assert.deepEqual(epochs(['old 2019-01-01', 'next 2018-01-01', 'old 2017-01-01']), [
      'old 2017-01-01',
      'next 2018-01-01',
    ]))

  it('passes over what was read before', () => {
    const before = [current('a 2018-01-01')]
    assert.deepEqual(epochs(['a 2017-01-01!', 'a 2018-01-01!'], before), ['a 2018-01-01'])
    assert.deepEqual(epochs(['a 2018-01-01!', 'a 2019-01-01', 'a 2020-01-01'], before), [
      'a 2019-01-01',
      'a 2020-01-01',
    ])
  })

  it('looks at an edition that comes late beside what is listed now', () =>
    assert.deepEqual(
      epochs(
        ['a 2017-01-01', 'a 2017-01-01!', 'a 2018-01-01!', 'b!'],
        [current('a 2018-01-01'), current('b')],
      ),
      ['a 2017-01-01 + a 2018-01-01 + b', 'a 2018-01-01 + b'],
    ))

  it('takes what the last snapshot did not date for older than any edition', () =>
    assert.deepEqual(
      epochs(['a 2017-01-01', 'a 2018-01-01'], [{ ...current('a'), edition: null }]),
      ['a 2017-01-01', 'a 2018-01-01'],
    ))
})
