import assert from 'node:assert/strict'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { entryOf, appendRun, readLedger, recordKilled } from '../../../pipeline/runs/ledger.ts'
import { ledgerLines } from '../../../pipeline/runs/words.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const id = '20260102T040000Z-0123abcd'
const entry = entryOf({
  action: 'build',
  begun_at: '2026-01-02T04:00:00.000Z',
  ended_at: '2026-01-02T04:01:00.000Z',
  outcome: 'published',
  status: 0,
  snapshot: id,
  changes: { added: 12, gone: 3, changed: 1140, moved: 2 },
})

describe('appendRun(layout, entry)', () => {
  it('numbers the lines, and each is one run of JSON', async (t) => {
    const places = await folder(t)
    assert.equal(appendRun(places, entry).run, 1)
    assert.equal(appendRun(places, { ...entry, outcome: 'refused', status: 3 }).run, 2)
    const lines = (await readFile(places.runs, 'utf8')).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).outcome),
      ['published', 'refused'],
    )
    assert.deepEqual(readLedger(places).torn, [])
  })

  for (const [cut, torn] of [
    ['in the middle of a text', '{"run":2,"action":"bu'],
    ['within a letter', Buffer.from('{"run":2,"message":"“').subarray(0, -1)],
  ] as const)
    it(`goes on after a line that was cut ${cut}, and the reader names that line`, async (t) => {
      const places = await folder(t)
      appendRun(places, entry)
      await appendFile(places.runs, torn)
      const before = readLedger(places)
      assert.deepEqual([before.runs.length, before.torn], [1, [2]])
      assert.equal(appendRun(places, entry).run, 2)
      const { runs, torn: still } = readLedger(places)
      assert.deepEqual([runs.map(({ run }) => run), still], [[1, 2], [2]])
      assert.match(ledgerLines({ runs, torn: still }).at(-1)!, /^line 2 of runs\.jsonl is torn/)
    })
})

describe('recordKilled(layout, killed)', () => {
  it('tells whether its snapshot went live', async (t) => {
    const places = await folder(t)
    recordKilled(places, { begun_at: entry.begun_at, previous: id, live: id })
    recordKilled(places, { begun_at: entry.begun_at, previous: null, live: id })
    const { runs } = readLedger(places)
    assert.deepEqual(
      runs.map(({ outcome, status, cause, snapshot }) => [outcome, status, cause, snapshot]),
      [
        ['failed', null, 'killed', null],
        ['published', null, 'killed', id],
      ],
    )
  })
})

describe('ledgerLines(ledger)', () => {
  it('has a line for each run, and its message below', () => {
    const message = 'farms-lost: 11 of 100 (11.0 %) are gone'
    const refused = { ...entry, run: 13, outcome: 'refused', cause: 'gate', message } as const
    assert.deepEqual(ledgerLines({ runs: [{ ...entry, run: 12 }, refused], torn: [] }), [
      `   12  2026-01-02 04:00  published  ${id}  12 added, 3 gone, 1,140 changed, 2 moved`,
      `   13  2026-01-02 04:00  refused  ${id}  12 added, 3 gone, 1,140 changed, 2 moved`,
      `       ${message}`,
    ])
  })
})

const folder = async (t: TestContext) => layout(join(await temporaryFolder(t)))
