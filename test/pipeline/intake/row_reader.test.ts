import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  firstFarmId,
  type PlainFarmRow,
  type ReadRow,
  named,
} from '../../../pipeline/intake/reading.ts'
import { RowReader } from '../../../pipeline/intake/row_reader.ts'
import { Findings } from '../../../pipeline/normalize/findings.ts'
import { normalize } from '../../../pipeline/normalize/normalize.ts'
import type { SourceFarm, TextRow } from '../../../pipeline/read/adapter.ts'
import { farmFeed } from '../../../pipeline/read/sources/farm_feed.ts'
import { namedFarm } from '../../support/source_farm.ts'

const now = new Date('2026-01-01')
const rowOf = (line: number, parts: Partial<SourceFarm>) => ({
  line,
  farm: { ...namedFarm, ...parts },
  raw: '{}',
})
const originOf = (source: string) => ({ source, adapter: farmFeed })
const readingOf = (reader: RowReader, row: PlainFarmRow | TextRow, source = 'a') =>
  reader.read(named(row, source, farmFeed.kind), originOf(source))
const read = (...given: Parameters<typeof readingOf>) => {
  const reading = readingOf(...given)
  assert.ok('json' in reading)
  return JSON.parse(`{${reading.json}`)
}

/** Most fields that are null are not written. */
const withoutNulls = (farm: object) =>
  Object.fromEntries(Object.entries(farm).filter(([, value]) => value !== null))

const said = { zip: '14850', products: ['eggs', 'moonshine'], phone: 'ask at the barn' }
const rows = [
  rowOf(1, { ...said, source_id: '1' }),
  rowOf(2, { ...said, source_id: '2' }),
  rowOf(3, { ...said, source_id: '1', updated_at: '2025-06-01' }),
  rowOf(4, { ...said, source_id: '1', name: '' }),
  rowOf(5, { ...said, source_id: '1', name: '' }),
]

describe('RowReader', () => {
  it('makes of each row what normalize makes, and finds the same, said before or not', () => {
    const reader = new RowReader(now)
    for (const source of ['a', 'b'])
      for (const row of rows) {
        const findings = new Findings()
        const expected = normalize({ ...row, raw: () => row.raw }, { source, now, findings })
        const reading = readingOf(reader, row, source)
        assert.ok(!('waits' in reading))
        const { found } = 'json' in reading ? reading.counted : reading
        assert.deepEqual(found, findings.found)
        if ('rejected' in expected) assert.deepEqual(reading, { ...expected, found })
        else {
          const { first_id, row_digest, weekdays, found: _, ...others } = read(reader, row, source)
          assert.equal(first_id, firstFarmId(source, row.farm.source_id))
          assert.deepEqual([row_digest, weekdays], ['99914b932bd37a50b983c5e7c90ae93b', null])
          assert.deepEqual(withoutNulls(others), withoutNulls(expected))
        }
      }
  })

  it('reads a text again as the same farm on another line, and another text anew', () => {
    const reader = new RowReader(now)
    const text = '{"source_id":"7","name":"Stone Creek","products":["kale"],"lat":44.4,"lng":-72.1}'
    const [first, again] = [1, 9].map((line) => read(reader, { line, text }))
    assert.deepEqual(again, { ...first, line: 9 })
    assert.deepEqual([first.source_id, first.products, first.line], ['7', ['kale'], 1])
    assert.equal(read(reader, { line: 2, text: text.replace('"7"', '"8"') }).source_id, '8')
  })

  it('gives both readings of a row that only the others of its file place', () => {
    const reader = new RowReader(now)
    const alone = { name: 'A point alone', lat: 42.4, lng: 76.5 }
    for (const [state, waits] of [
      [null, true],
      ['Nowhere', false],
    ] as const) {
      const reading = readingOf(reader, rowOf(1, { ...alone, state }))
      assert.ok('waits' in reading)
      assert.equal(reading.waits, waits)
      assert.deepEqual(reading.point, { lat: 42.4, lng: -76.5 })
      assert.equal(JSON.parse(`{${(reading.among as ReadRow).json}`).lng, -76.5)
      assert.equal(
        'rejected' in reading.apart && reading.apart.rejected,
        'outside the United States',
      )
    }
  })
})
