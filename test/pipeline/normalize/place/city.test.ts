import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCity } from '../../../../pipeline/normalize/place/address.ts'

type Stated = [state: string | null, zip: string | null]
const read = (text: string, [state, zip]: Stated) => {
  const town = readCity(text, { state, zip })
  return [town.city, town.state, town.zip]
}

describe('readCity(text, stated)', () => {
  const cases: [string, Stated, string, ...Stated][] = [
    ['Ames, IA', ['IA', '50010'], 'Ames', 'IA', '50010'],
    ['Topeka, Ks.', ['KS', null], 'Topeka', 'KS', null],
    ['Richmond, va', ['VA', null], 'Richmond', 'VA', null],
    ['Washington, D.C.', ['DC', null], 'Washington', 'DC', null],
    ['New York, New York', ['NY', null], 'New York', 'NY', null],
    ['Ann Arbor, Michigan, United States', ['MI', null], 'Ann Arbor', 'MI', null],
    ['Powers Lake. ND', ['ND', null], 'Powers Lake', 'ND', null],
    ['Kingsport tn.', ['TN', null], 'Kingsport', 'TN', null],
    ['Cornwall n.y.', ['NY', null], 'Cornwall', 'NY', null],
    ['Ames, IA', [null, null], 'Ames', 'IA', null],
    ['Ames, IA', [null, '50010'], 'Ames', 'IA', '50010'],
    ['Rockville 47872', ['IN', null], 'Rockville', 'IN', '47872'],
    ['Springdale 72764', ['AR', '72764'], 'Springdale', 'AR', '72764'],
    ['27501Angier', ['NC', null], 'Angier', 'NC', '27501'],
    ['Ames, IA 50010', [null, null], 'Ames', 'IA', '50010'],
    ['Ames IA 50010', [null, null], 'Ames', 'IA', '50010'],
    ['Ames IA 50010-1234', ['IA', null], 'Ames', 'IA', '50010'],
    ['Indianapolis,', ['IN', null], 'Indianapolis', 'IN', null],
  ]
  for (const [text, stated, ...expected] of cases)
    it(`reads ${text} of ${stated.join()}`, () => assert.deepEqual(read(text, stated), expected))

  it('leaves alone what contradicts what is stated, or what may be part of the name', () => {
    const whole: [string, Stated][] = [
      ['Ames, IA', ['IL', null]],
      ['Rockville 47872', ['MD', null]],
      ['Rockville 47872', ['IN', '47906']],
      ['Rockville 00001', ['IN', null]],
      ['Jefferson Co.', ['CO', null]],
      ['Ville Platte La', ['LA', null]],
      ['Port Washington', ['WA', null]],
      ['Kansas City', ['KS', null]],
      ['Dallas TX', [null, null]],
      ['Seaside (Walton, Florida)', ['FL', null]],
      ['Baldwin, Nassau County', ['NY', null]],
      ['Washington', ['WA', null]],
    ]
    for (const [text, stated] of whole)
      assert.deepEqual(read(text, stated), [text, ...stated], text)
  })

  it('names what it did', () => {
    const { corrections } = readCity('Ames, IA 50010', { state: null, zip: null })
    assert.deepEqual(corrections, [
      'city without its state or ZIP code',
      'state from the city',
      'ZIP code from the city',
    ])
  })
})
