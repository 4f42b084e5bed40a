import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { mapping } from '../../../data/schema/input/mapping.ts'
import { sourcesFile } from '../../../data/schema/input/sources_file.ts'

const whole = { joiner: null, values: {}, format: null, otherwise: null }

/** What is wrong with a mapping: where, and what is said of it. */
const wrong = (given: object) =>
  mapping.safeParse(given).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('mapping', () => {
  it('reads each form of a text', () => {
    const { name, address, phone, state, city, updated_at } = mapping.parse({
      name: 'Market',
      address: ['House', 'Street'],
      phone: { first: ['Phone', 'Cell'] },
      state: { constant: 'NY' },
      city: { column: 'Boro', values: { X: 'Bronx' }, default: 'New York' },
      updated_at: { column: 'Edited', format: 'MM/DD/YYYY' },
    })
    assert.deepEqual(name, { ...whole, columns: ['Market'] })
    assert.deepEqual(address, { ...whole, columns: ['House', 'Street'], joiner: ' ' })
    assert.deepEqual(phone, { ...whole, columns: ['Phone', 'Cell'] })
    assert.deepEqual(state, { ...whole, columns: [], otherwise: 'NY' })
    assert.deepEqual(city, {
      ...whole,
      columns: ['Boro'],
      values: { X: 'Bronx' },
      otherwise: 'New York',
    })
    assert.deepEqual(updated_at, { ...whole, columns: ['Edited'], format: 'MM/DD/YYYY' })
  })

  it('reads lists of several parts, and several schedules', () => {
    const { payment_methods, hours } = mapping.parse({
      name: 'Market',
      payment_methods: ['Payments', { flags: { EBT: 'SNAP', WIC: ['WIC', 'FMNP'] }, no: ['soon'] }],
      hours: [
        'Hours',
        { days: 'Day 2', opens: 'Start 2', closes: 'End 2' },
        { weekdays: { sat: 'Sat' } },
      ],
    })
    assert.deepEqual(payment_methods, [
      { ...whole, columns: ['Payments'], separator: null },
      { flags: { EBT: ['SNAP'], WIC: ['WIC', 'FMNP'] }, yes: [], no: ['soon'] },
    ])
    const column = (name: string) => ({ ...whole, columns: [name] })
    assert.deepEqual(hours, [
      { times: column('Hours') },
      { days: column('Day 2'), opens: column('Start 2'), closes: column('End 2') },
      { weekdays: { sat: column('Sat') } },
    ])
  })

  const faults: [string, object, RegExp][] = [
    [
      'a field by another’s name',
      { latitude: 'Y' },
      /^latitude: unknown field .*did you mean lat\?/,
    ],
    [
      'a field like no other',
      { moons: 'Y' },
      /^moons: unknown field .*the fields are source_id, name/,
    ],
    [
      'columns joined into one number',
      { phone: ['A', 'B'] },
      /^phone: holds one value: write \{"first": \["A","B"\]\}/,
    ],
    [
      'a misspelled key',
      { city: { column: 'A', defualt: 'B' } },
      /^city: unknown key `defualt` \(did you mean default\?\)/,
    ],
    [
      'an object of nothing',
      { city: {} },
      /^city: `\{\}`: expected a column, .* one of column, first, join, constant$/,
    ],
    ['a number for a column', { products: 5 }, /^products\.0: `5`: expected a column/],
    ['a number for a constant', { state: { constant: 5 } }, /^state\.constant: .*expected string/],
    [
      'a format that is none',
      { updated_at: { column: 'A', format: 'MM/DD/YYYYY' } },
      /^updated_at\.format: not a date format/,
    ],
    [
      'a format of what is no date',
      { city: { column: 'A', format: 'YYYY' } },
      /^city\.format: .*only dates have a format/,
    ],
    [
      'an opening time alone',
      { hours: { days: 'D', opens: 'S' } },
      /^hours\.0: opens and closes belong together/,
    ],
    [
      'two ways to say a season',
      { hours: { season: 'S', from: 'F' } },
      /^hours\.0: has one of season, months, or from and to/,
    ],
    [
      'two ways to say times',
      { hours: { times: 'T', days: 'D' } },
      /^hours\.0: has one of times, weekdays, or days/,
    ],
    [
      'a day that is none',
      { hours: { weekdays: { mon: 'M', tus: 'T' } } },
      /^hours\.0\.weekdays: unknown key `tus` \(did you mean tue\?|^hours\.0\.weekdays: unknown key `tus`/,
    ],
  ]
  for (const [what, given, message] of faults)
    it(`refuses ${what}, and says what to write`, () => {
      const [first, ...others] =
        wrong({ name: 'Market', ...given }) ?? assert.fail('it is accepted')
      assert.match(first!, message)
      assert.deepEqual(others, [])
    })

  it('refuses a mapping without a column of names', () => {
    for (const given of [{}, { city: 'City' }, { name: { constant: 'Farm' } }])
      assert.match(wrong(given)!.join(), /no column is mapped to `name`/)
  })

  it('turns one round that goes from columns to fields', () => {
    const [said] = wrong({ Name: 'name', Phone: 'phone', Cell: 'phone' })!
    assert.match(
      said!,
      /the wrong way round: .*write \{"name":"Name","phone":\{"first":\["Phone","Cell"\]\}\}/,
    )
    assert.equal(wrong({ name: 'name', description: 'description' }), undefined)
  })

  it('reads the examples of the documentation', () => {
    const text = readFileSync(new URL('../../../pipeline/SOURCES.md', import.meta.url), 'utf8')
    const examples = [...text.matchAll(/```json\n(\{\n[^]*?)```/g)].map(([, json]) =>
      JSON.parse(json!),
    )
    const isMapping = (example: object) => 'name' in example && !('source_id' in example)
    const [byHand, ...others] = examples.filter(isMapping)
    assert.deepEqual(others, [])
    assert.equal(wrong(byHand), undefined)
    const sources = examples.find((example) => 'sources' in example)
    assert.equal(sourcesFile.parse(sources).sources.length, 2)
  })
})
