import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Verdict } from '../../../data/schema/manifest.ts'
import { report as reportSchema, type Report } from '../../../data/schema/report.ts'
import { reportPage } from '../../../pipeline/report/page.ts'
import { reportText, substitutes } from '../../../pipeline/report/text.ts'
import { awkwardFeed, awkwardMoment, awkwardRejections } from '../../support/awkward_feed.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'

const { report, root, id } = await buildSnapshot(
  { after },
  { sources: [awkwardFeed], now: awkwardMoment },
)

describe('the report of a build', () => {
  it('is kept as it was given', async () => {
    const kept = await readFile(join(root, 'reports', id, 'report.json'), 'utf8')
    assert.deepEqual(reportSchema.parse(JSON.parse(kept)), report)
  })

  it('counts corrections by their rule', () => {
    assert.deepEqual(report.sources[0]!.corrections, {
      'location from the ZIP code': 3,
      'coordinates near 0,0': 1,
      'coordinates swapped': 1,
      'date yet to come': 1,
    })
  })

  it('counts the terms that no vocabulary knows, and the schedules that stay text', () => {
    assert.deepEqual(report.unknown_terms['payment methods'], { 'sea glass': 1, seashells: 1 })
    assert.deepEqual(report.unknown_terms.units, { moonful: 1 })
    assert.equal(report.unknown_terms.products!['café'], 1)
    assert.deepEqual(report.schedules, { read: 2, unread: 1 })
  })

  it('has the stages in their order', () => {
    assert.deepEqual(
      report.stages.map(({ name }) => name),
      ['read', 'resolve', 'aggregate', 'write', 'verify', 'publish'],
    )
  })
})

describe('reportText(report)', () => {
  const lines = reportText(report).split('\n')

  it('begins with what changed', () => {
    assert.equal(lines[0], `${report.farms} added, 0 gone, 0 changed, 0 moved`)
    const totals = { added: 12, gone: 3, changed: 1140, moved: 2 }
    assert.match(textOf({ totals }), /^12 added, 3 gone, 1,140 changed, 2 moved\n/)
    assert.match(reportPage(id, { ...report, totals }), /12 added, 3 gone, 1,140 changed, 2 moved/)
  })

  it('says what changed and why, most first', () => {
    const of = { listing_change: null, cause: 'source' } as const
    const changes: Report['changes'] = [
      { change: 'changed', field: 'phone', ...of, farms: 2 },
      { change: 'changed', field: 'verification_status', ...of, farms: 1140 },
      { change: 'removed', field: null, listing_change: null, cause: 'decision', farms: 1 },
    ]
    const says = textOf({ previous: '20260101T000000Z-00000000', changes })
    assert.match(
      says,
      /\nchanges\n +1,140 {2}verification_status: source\n +2 {2}phone: source\n +1 {2}gone: decision\n/,
    )
    assert.doesNotMatch(textOf({ previous: null, changes }), /^changes$/m)
  })

  it('says what became of the rows of each source', () => {
    const { edition, read, used, merged, history, rejected } = report.sources[0]!
    const row = lines.find((line) => line.startsWith('farm-feed '))!
    const counts = [read, used, merged, history, rejected].map(String)
    assert.deepEqual(row.split(/\s+/), ['farm-feed', 'awkward.jsonl', edition, ...counts])
  })

  it('says why rows were rejected, how often', () => {
    const start = lines.indexOf('farm-feed (awkward.jsonl): rejected') + 1
    const reasons = lines.slice(start, start + awkwardRejections.length)
    assert.ok(start > 0)
    for (const line of reasons) assert.match(line, /^ +1 {2}\S/)
    assert.ok(reasons.some((line) => line.endsWith('  not JSON')))
  })

  it('gives the time of each stage, in seconds', () => {
    for (const { name } of report.stages)
      assert.ok(
        lines.some((line) => new RegExp(`^${name} +\\d+\\.\\d\\d$`).test(line)),
        name,
      )
  })

  it('says of long lists how much more there is', () => {
    const products = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`fruit ${n}`, 1]))
    const unknown_counts = { products: { terms: 9, times: 9 } }
    assert.match(textOf({ unknown_terms: { products }, unknown_counts }), /fruit 4\n +and 4 more$/m)
  })

  it('parts thousands, and lines up columns', () => {
    const [source] = report.sources
    const many = { ...source!, read: 1234567, used: 1234567, merged: 0, rejected: 0 }
    const [, head, row] = textOf({ sources: [many] }).split('\n')
    assert.ok(row!.includes(' 1,234,567 '))
    assert.equal(head!.length, row!.length)
  })

  it('counts all unknown terms, of which it lists the most frequent', async (t) => {
    const feed = Array.from({ length: 130 }, (_, number) => ({
      source_id: String(number),
      name: `Farm ${number}`,
      products: [`moonfruit ${number}`],
    }))
    const built = await buildSnapshot(t, { feed })
    assert.equal(Object.keys(built.report.unknown_terms.products!).length, 50)
    assert.deepEqual(built.report.unknown_counts.products, { terms: 130, times: 130 })
    assert.match(reportText(built.report), /moonfruit \d+\n +and 125 more$/m)
    const page = reportPage(built.id, built.report)
    assert.match(page, /times seen/)
    assert.match(page, />130</)
    assert.match(page, /The most frequent of 130 products/)
  })

  it('says in one line why a source is left out, with all faults', () => {
    const message = 'a.csv does not fit:\n  name: none\n  city: none\ncorrect it'
    assert.deepEqual(
      substitutes({
        sources: [],
        left_out: [{ source: 'a', series: [], message, reason: 'unreadable' }],
      }),
      ['a is left out: a.csv does not fit: name: none; city: none; correct it'],
    )
  })

  it('says of gates that had nothing to compare with that they did not compare', () => {
    const idle = { passed: null, detail: 'there is no snapshot before this one' }
    const gates = [
      verdict({ name: 'farms-lost', ...idle }),
      verdict({ name: 'ids-unique', passed: true }),
      verdict({ name: 'columns-lost', ...idle }),
    ]
    assert.match(
      textOf({ gates }),
      /^not compared: there is no snapshot before this one \(farms-lost, columns-lost\)$/m,
    )
    const page = reportPage(id, { ...report, gates })
    assert.equal(page.match(/>not compared</g)?.length, 2)
    assert.equal(page.match(/>passed</g)?.length, 1)
  })

  it('names each gate that refused, with its reason; and none that did not', () => {
    const text = textOf({
      snapshot: null,
      gates: [
        verdict({ severity: 'fault' }),
        verdict({ name: 'ids-unique', passed: true }),
        verdict({ name: 'farms-lost', detail: '3 of 4 are gone' }),
      ],
    })
    assert.match(text, /^refused by gate not-empty: no row of any source could be used$/m)
    assert.match(text, /^refused by gate farms-lost: 3 of 4 are gone$/m)

    assert.doesNotMatch(text, /ids-unique/)
    assert.doesNotMatch(lines.join('\n'), /refused/)
  })

  it('tells warnings, and what was accepted and why', () => {
    const warning = verdict({ name: 'source-identical', severity: 'warning', detail: 'same file' })
    const accepted = verdict({ name: 'farms-lost', detail: 'gone', accepted_reason: 'a purge' })
    const text = textOf({ gates: [warning, accepted] })
    assert.match(text, /^warning of gate source-identical: same file$/m)
    assert.match(text, /^accepted, gate farms-lost: gone \(a purge\)$/m)
    assert.doesNotMatch(text, /refused/)
  })

  it('says how many rows are as in the last build, and what of it is not used', () => {
    const none = { rows: 0, damaged: 0, ignored: null }
    assert.doesNotMatch(textOf({ reuse: none }), /last build|anew/)
    const some = textOf({ reuse: { ...none, rows: 9, damaged: 2 } })
    assert.match(
      some,
      new RegExp(`^9 of ${report.sources[0]!.read} rows as in the last build$`, 'm'),
    )
    assert.match(some, /^2 rows read again: the kept readings are damaged$/m)
    const other = textOf({ reuse: { ...none, ignored: 'of another version of the program' } })
    assert.match(other, /^all rows read again: the kept readings are of another version/m)
  })

  const verdict = (change: Partial<Verdict>): Verdict => ({
    name: 'not-empty',
    severity: 'refusal',
    passed: false,
    detail: 'no row of any source could be used',
    figures: [],
    accepted_reason: null,
    accepted_by: null,
    ...change,
  })

  function textOf(change: Partial<Report>): string {
    return reportText({ ...report, ...change })
  }
})
