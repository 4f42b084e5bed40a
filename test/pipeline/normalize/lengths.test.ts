import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lengths, mostEntries } from '../../../data/schema/input/lengths.ts'
import { sourceFieldNames, sourceFields } from '../../../data/schema/input/source_fields.ts'
import { tooLong, withinLengths } from '../../../pipeline/normalize/lengths.ts'
import { Remarks } from '../../../pipeline/normalize/findings.ts'
import type { SourceFarm } from '../../../pipeline/read/adapter.ts'
import { namedFarm } from '../../support/source_farm.ts'

function fitted(parts: Partial<SourceFarm>) {
  const remarks = new Remarks()
  const { corrections } = remarks
  return { ...withinLengths({ ...namedFarm, ...parts }, remarks), corrections }
}

describe('withinLengths(farm, remarks)', () => {
  for (const name of sourceFieldNames) {
    const field = sourceFields[name]
    if (!('length' in field)) continue
    const { bytes, over } = lengths[field.length]
    const value = (text: string) => (field.holds === 'list' ? [text] : text)

    it(`lets ${name} have ${bytes} bytes and no more: ${over}`, () => {
      const longest = 'é'.repeat(bytes / 2)
      const exact = fitted({ [name]: value(longest) })
      assert.deepEqual([exact[name], exact.corrections], [value(longest), []])
      const cut = over === 'it is cut off'
      const { [name]: kept, corrections } = fitted({ [name]: value(`${longest}é`) })
      assert.deepEqual(kept, cut ? longest : field.holds === 'list' ? [] : null)
      assert.deepEqual(corrections, [
        `${name}: over ${bytes} bytes, ${cut ? 'cut off' : 'left out'}`,
      ])
    })
  }

  it('cuts between characters', () => {
    const { bytes } = lengths.prose
    for (const [character, size] of [
      ['é', 2],
      ['–', 3],
      ['👩', 4],
    ] as const)
      for (let ahead = 0; ahead < size; ahead++) {
        const text = 'x'.repeat(bytes - ahead) + character.repeat(10)
        assert.equal(fitted({ description: text }).description, 'x'.repeat(bytes - ahead))
      }
  })

  it('leaves out all schedules where one is too long', () => {
    const schedule = { name: 'store', season: null, times: 'Sat 9am-1pm' }
    const long = { ...schedule, times: 'x'.repeat(lengths.schedule.bytes + 1) }
    assert.deepEqual(fitted({ schedules: [schedule, schedule] }).schedules.length, 2)
    assert.deepEqual(fitted({ schedules: [schedule, long] }).schedules, [])
    const many = Array.from({ length: mostEntries + 1 }, () => schedule)
    assert.deepEqual(fitted({ schedules: many.slice(1) }).schedules.length, mostEntries)
    assert.deepEqual(fitted({ schedules: many }).schedules, [])
  })

  it('bounds the entries of lists, and the texts of product listings', () => {
    const terms = Array.from({ length: mostEntries + 1 }, (_, n) => `term ${n}`)
    const { products, corrections } = fitted({ products: terms })
    assert.deepEqual(products, terms.slice(0, -1))
    assert.deepEqual(corrections, ['products: over 1000 entries, the rest left out'])
    const listing = {
      id: null,
      name: 'Eggs',
      price: 4,
      unit: 'dozen',
      category: null,
      in_stock: null,
    }
    const long = 'x'.repeat(lengths.term.bytes + 1)
    const { product_listings } = fitted({
      product_listings: [
        { ...listing, name: long },
        { ...listing, id: long },
        { ...listing, unit: long },
      ],
    })
    assert.deepEqual(product_listings, [{ ...listing, unit: null }])
  })

  it('leaves out opening hours as data that are too long', () => {
    const hours = { timezone: null, seasons: [], note: 'x'.repeat(lengths.data.bytes) }
    assert.equal(fitted({ hours_json: hours }).hours_json, null)
    assert.deepEqual(fitted({ hours_json: { ...hours, note: null } }).hours_json?.seasons, [])
  })
})

describe('tooLong(farm)', () => {
  it('refuses a row whose id or name is too long to be one', () => {
    const long = 'x'.repeat(lengths.identity.bytes + 1)
    assert.equal(tooLong(namedFarm), null)
    assert.equal(tooLong({ ...namedFarm, source_id: long }), 'source_id: over 300 bytes')
    assert.equal(tooLong({ ...namedFarm, name: long }), 'name: over 300 bytes')
  })
})
