import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { editDistance } from '../../../../data/vocabulary/edit_distance.ts'
import { respelled } from '../../../../server/query/reader/names.ts'
import { snapshotNaming } from '../../../support/nameless_snapshot.ts'

const names = [
  'blue heron farm',
  'blue harbor farm',
  'maple hill orchard',
  'marble hill orchard',
  'route 9 growers',
  'route 7 growers',
  'smith family farm',
  'smith family orchard',
  'quince and daughters',
]
const by = snapshotNaming(...names)

describe('respelled(snapshot, text)', () => {
  for (const [text, name] of [
    ['Blue Hreon Farm', 'Blue Heron Farm'],
    ['BLUE heronfarm', 'BLUE Heron Farm'],
    ['Smiht Family', 'Smith Family'],
    ['Quince & Daugters', 'Quince & Daughters'],
    // As near to another name.
    ['Blue Haroon Farm', null],
    // Two wrong letters in words that other names have, or a wrong digit.
    ['Mable Hill Orchard', null],
    ['Maple Heron Farm', null],
    ['Route 8 Growers', null],
    ['eggs', null],
    ['', null],
  ] as const)
    it(`spells “${text}” as ${name}`, () => assert.equal(respelled(by, text), name))

  it('finds each name with one wrong letter, if no other is as near', () => {
    const wrong = fc.record({
      name: fc.constantFrom(...names.filter((each) => !/\d/.test(each))),
      at: fc.nat(),
      letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
    })
    fc.assert(
      fc.property(wrong, ({ name, at, letter }) => {
        const place = at % name.length
        fc.pre(name[place] !== ' ')
        const text = name.slice(0, place) + letter + name.slice(place + 1)
        const begun = names.map((each) =>
          each.split(' ').slice(0, name.split(' ').length).join(' '),
        )
        const near = new Set(
          [...names, ...begun].filter((each) => editDistance(each, text) <= Number(text !== name)),
        )
        fc.pre(near.size === 1)
        assert.equal(respelled(by, text)?.toLowerCase(), name)
      }),
      { numRuns: 300 },
    )
  })
})
