import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Findings } from '../../../pipeline/normalize/findings.ts'
import { normalize } from '../../../pipeline/normalize/normalize.ts'
import { Normalizer } from '../../../pipeline/normalize/normalizer.ts'
import type { FarmRow, SourceFarm } from '../../../pipeline/read/adapter.ts'
import { namedFarm } from '../../support/source_farm.ts'

const now = new Date('2026-01-01')
const isAmongOthers = () => true
const rowOf = (line: number, parts: Partial<SourceFarm>): FarmRow => ({
  line,
  farm: { ...namedFarm, ...parts },
  raw: () => '{}',
})

describe('Normalizer', () => {
  it('gives for each row what normalize gives, and counts the same, said before or not', () => {
    const said = { zip: '14850', products: ['eggs', 'moonshine'], phone: 'ask at the barn' }
    const rows = [
      rowOf(1, { ...said, source_id: '1' }),
      rowOf(2, { ...said, source_id: '2' }),
      rowOf(3, { ...said, source_id: '1', updated_at: '2025-06-01' }),
      rowOf(4, { ...said, source_id: '1', name: '' }),
      rowOf(5, { ...said, source_id: '1', name: '' }),
      rowOf(6, { name: 'A point alone', source_id: '3', lat: 42.4, lng: 76.5 }),
      rowOf(7, { name: 'A point alone', source_id: '4', lat: 42.4, lng: 76.5 }),
    ]
    for (const source of ['a', 'b']) {
      const normalizer = new Normalizer(now)
      const findings = new Findings()
      for (const row of rows)
        assert.deepEqual(
          normalizer.normalize(row, { source, isAmongOthers }),
          normalize(row, { source, now, findings, isAmongOthers }),
        )
      assert.deepEqual(normalizer.findings, findings)
      assert.equal(findings.unreadable.total, 3)
    }
  })

  it('asks anew where the other rows of the file decide', () => {
    const normalizer = new Normalizer(now)
    const row = rowOf(1, { name: 'A point alone', lat: 42.4, lng: 76.5 })
    const lngOf = (isAmong: boolean) => {
      const farm = normalizer.normalize(row, { source: 'a', isAmongOthers: () => isAmong })
      return 'rejected' in farm ? null : farm.lng
    }
    assert.deepEqual([lngOf(true), lngOf(false)], [-76.5, null])
  })

  it('keeps the rows of two sources apart', () => {
    const normalizer = new Normalizer(now)
    const row = rowOf(1, {})
    for (const source of ['a', 'b']) {
      const farm = normalizer.normalize(row, { source, isAmongOthers })
      assert.equal('rejected' in farm ? null : farm.source, source)
    }
  })
})
