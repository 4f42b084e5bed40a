import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { evidence, threshold } from '../../../../pipeline/resolve/match/evidence.ts'

const sql = readFileSync(
  new URL('../../../../pipeline/resolve/match/pairs/scores.sql', import.meta.url),
  'utf8',
)

describe('evidence', () => {
  it('has points for every name that scores.sql finds, and finds every name', () => {
    const named = [...sql.matchAll(/(?:then|else) '(\w+)'/g)].map(([, name]) => name!)
    assert.deepEqual([...new Set(named)].toSorted(), Object.keys(evidence).toSorted())
  })

  it('asks for a place or a contact besides the best of names', () => {
    const names = Object.entries(evidence).filter(([name]) => name.startsWith('name_'))
    for (const [name, points] of names)
      if (name !== 'name_rare') assert.ok(points + evidence['place_unknown']! < threshold, name)
  })
})
