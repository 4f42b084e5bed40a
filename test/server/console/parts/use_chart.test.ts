import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useChart, useOfAll } from '../../../../server/console/parts/use_chart.ts'
import type { DayOfUse } from '../../../../server/access/limits/outcomes.ts'

const nothing = { answered: 0, not_modified: 0, client_error: 0, limited: 0, server_error: 0 }
const dayBefore = (n: number) => new Date(Date.UTC(2026, 5, 15 - n)).toISOString().slice(0, 10)
const history = (use: Record<number, Partial<DayOfUse>>): DayOfUse[] =>
  Array.from({ length: 90 }, (_, n) => ({ day: dayBefore(89 - n), ...nothing, ...use[89 - n] }))

const heights = (svg: string, outcome: string) =>
  [
    ...svg.matchAll(
      new RegExp(
        `<rect class="${outcome}" x="\\d+" y="[\\d.]+" width="\\d+" height="([\\d.]+)"`,
        'g',
      ),
    ),
  ].map(([, height]) => Number(height))

describe('useChart(history)', () => {
  it('draws the outcomes of a day upon each other, in proportion to the busiest day', () => {
    const { text } = useChart(
      history({ 0: { answered: 30, limited: 10 }, 3: { answered: 10 }, 29: { client_error: 4 } }),
    )
    assert.deepEqual(heights(text, 'answered'), [25, 75])
    assert.deepEqual(heights(text, 'limited'), [25])
    assert.deepEqual(heights(text, 'client_error'), [10])
    assert.match(text, /54 requests in 30 days, at most 40 a day/)
  })

  it('leaves out what is older than 30 days, and what did not happen from the legend', () => {
    const { text } = useChart(history({ 0: { answered: 1 }, 30: { server_error: 1000 } }))
    assert.deepEqual(heights(text, 'server_error'), [])
    const legend = /<ul class="legend">(.*?)<\/ul>/s.exec(text)![1]!
    assert.match(legend, /Answered/)
    assert.doesNotMatch(legend, /Server error/)
  })

  it('has every figure in a table, the newest day first', () => {
    const { text } = useChart(history({ 0: { answered: 1234, not_modified: 5 } }))
    const rows = [...text.matchAll(/<tr>\s*<th scope="row">.*?<\/tr>/gs)].map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell]) => cell),
    )
    assert.equal(rows.length, 30)
    assert.deepEqual(rows[0], ['2026-06-15', '1,234', '5', '0', '0', '0', '1,239'])
  })

  it('says that nothing was asked', () => {
    assert.match(useChart(history({})).text, /^<p>No requests/)
  })
})

describe('useOfAll(histories)', () => {
  it('adds up day by day and changes none of them', () => {
    const [one, two] = [
      history({ 1: { answered: 2 } }),
      history({ 1: { answered: 3, limited: 1 } }),
    ]
    const sum = useOfAll([one, two])
    assert.deepEqual(sum[88], { day: dayBefore(1), ...nothing, answered: 5, limited: 1 })
    assert.equal(one[88]!.answered, 2)
    assert.deepEqual(useOfAll([]), [])
  })
})
