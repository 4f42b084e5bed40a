import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Findings } from '../../../pipeline/normalize/findings.ts'

describe('Findings.sum(all)', () => {
  it('adds up what is found in each source', () => {
    const found = (terms: string[], read: number, unread: number) => {
      const findings = new Findings()
      findings.addUnknown('products', terms)
      findings.unreadable.add('phone: not a telephone number')
      findings.schedulesRead = read
      findings.schedulesUnread = unread
      return findings
    }
    const sum = Findings.sum([found(['moonshine', 'sea glass'], 5, 1), found(['moonshine'], 7, 2)])
    assert.deepEqual(sum.unknownTotals(), { products: 3 })
    assert.deepEqual(sum.unreadable.toObject(), { 'phone: not a telephone number': 2 })
    assert.deepEqual([sum.schedulesRead, sum.schedulesUnread], [12, 3])
  })
})
