import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Report } from '../../../data/schema/report.ts'
import { reportPage } from '../../../pipeline/report/page.ts'
import { writePage } from '../../../pipeline/report/report.ts'
import { awkwardFeed, awkwardMoment } from '../../support/awkward_feed.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'

const { report, root, id } = await buildSnapshot(
  { after },
  { sources: [awkwardFeed], now: awkwardMoment },
)

describe('reportPage(id, report)', () => {
  it('says what became of each decision, those first that did not apply', () => {
    const made = { by: 'Ann', reason: 'told', apart: [] }
    const decided: Report['decided'] = [
      { ...made, entry: 1, what: 'correct phone of a', state: 'applied' },
      { ...made, entry: 2, what: 'remove <b>', state: 'expired' },
      { ...made, entry: 3, what: 'correct hours of c', state: 'finds nothing' },
    ]
    assert.deepEqual(rowsUnder('Decisions', { ...report, decided }), [
      ['2', 'remove <b>', 'Ann: told', 'expired'],
      ['3', 'correct hours of c', 'Ann: told', 'finds nothing'],
      ['1', 'correct phone of a', 'Ann: told', 'applied'],
    ])
  })

  it('shows how often earlier statements were still right, if any listing was renewed', () => {
    const title = 'Accuracy of carried values'
    const figures = { listings: 351, right: 0.949, low: 0.92, high: 0.967 }
    const accuracy: Report['accuracy'] = [
      { subject: 'payment_methods', age: '1_to_3_years', ...figures },
    ]
    assert.deepEqual(rowsUnder(title, { ...report, accuracy }), [
      ['payment methods', '1 to 3 years', '351', '94.9 %', '92.0 % to 96.7 %'],
    ])
    assert.equal(rowsUnder(title, { ...report, accuracy: [] }), undefined)
  })

  it('shows first what a gate found, then what changed', () => {
    const [passed, other] = report.gates
    const refused = { ...other!, name: 'farms-lost', passed: false, detail: '9 of 10 are gone' }
    const shown = { ...report, previous: 'S1', gates: [passed!, refused] }
    assert.deepEqual(rowsUnder('Gates', shown), [
      ['farms-lost', 'refused', '9 of 10 are gone'],
      [passed!.name, 'passed', passed!.detail],
    ])
    const { document } = parseHTML(reportPage(id, shown))
    const titles = [...document.querySelectorAll('h2')].map((each) => each.textContent)
    assert.deepEqual(titles.slice(0, 3), ['Gates', 'Changes against the last snapshot', 'Where'])
    assert.equal(document.querySelector('details tbody td')!.textContent, passed!.name)
  })

  it('draws a bar for each file, also for two of one name', () => {
    const [one] = report.sources
    const other = { ...one!, source: 'other', edition: '2020-01-01' }
    const bars = (...sources: Report['sources']) => {
      const { document } = parseHTML(reportPage(id, { ...report, sources }))
      const chart = document.querySelector('svg[aria-label="Use of the rows of each file"]')!
      const names = [one!.file, one!.source, 'other'].join('|')
      const texts = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent)
      return texts.filter((text) => new RegExp(names).test(text ?? ''))
    }
    assert.deepEqual(bars(one!), [one!.file])
    assert.deepEqual(bars(one!, other), [`${one!.source}: ${one!.file}`, `other: ${one!.file}`])
    assert.equal(bars(one!, { ...one!, edition: '2020-01-01' }).length, 2)
  })

  it('names the steps of the known fields in words', () => {
    assert.match(reportPage(id, report), /under 25 %[^]*25 to 50 %[^]*over 75 %/)
  })

  it('leaves the decisions out where there are none', () => {
    assert.deepEqual(report.decided, [])
    assert.equal(rowsUnder('Decisions', report), undefined)
  })
})

describe('writePage(folder)', () => {
  it('writes the page of a kept report', async () => {
    const page = join(root, 'reports', id, 'report.html')
    assert.equal(await writePage(join(root, 'reports', id)), page)
    assert.equal(await readFile(page, 'utf8'), reportPage(id, report))
  })

  it('is null where there is no report', async () => {
    assert.equal(await writePage(join(root, 'reports', 'none')), null)
  })
})

/** The texts of the table in the section of that title; undefined where there is no such section. */
function rowsUnder(title: string, shown: Report): string[][] | undefined {
  const { document } = parseHTML(reportPage(id, shown))
  const heading = [...document.querySelectorAll('h2')].find((each) => each.textContent === title)
  const rows = heading?.parentElement?.querySelectorAll('tbody tr')
  return rows && [...rows].map((row) => [...row.children].map((cell) => cell.textContent.trim()))
}
