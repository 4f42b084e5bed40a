import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stateOf, states } from '../../../data/geography/states.ts'

describe('stateOf(text)', () => {
  it('knows 56 states and territories by abbreviation and name, in any case', () => {
    assert.equal(states.length, 56)
    for (const { abbr, name } of states)
      for (const text of [abbr, name, abbr.toLowerCase(), ` ${name.toUpperCase()} `])
        assert.equal(stateOf(text), abbr)
  })

  it('gives each alias to one state only', () => {
    for (const { abbr, aliases } of states)
      for (const alias of aliases) assert.equal(stateOf(alias), abbr)
  })

  for (const [text, abbr] of [
    ['D.C.', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['washington dc', 'DC'],
    ['Washington', 'WA'],
    ['N. Y.', 'NY'],
    ['New  York', 'NY'],
    ['W. Va.', 'WV'],
    ["Hawai'i", 'HI'],
    ['U.S. Virgin Islands', 'VI'],
  ] as const)
    it(`reads ${text} as ${abbr}`, () => assert.equal(stateOf(text), abbr))

  for (const text of [null, '', ' ', 'Ontario', 'ON', 'NA', '05828', 'XX'])
    it(`finds no state in ${text}`, () => assert.equal(stateOf(text), null))
})
