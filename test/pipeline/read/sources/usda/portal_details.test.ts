import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { details } from '../../../../../data/schema/details.ts'
import { makeHeader, Row } from '../../../../../pipeline/read/row.ts'
import { payments, portalDetails } from '../../../../../pipeline/read/sources/usda/portal_fields.ts'
import {
  distrusts,
  type Directory,
} from '../../../../../pipeline/read/sources/usda/portal_migration.ts'

const [carriedOver, saved] = ['2016-05-01 10:00:00', '2023-05-01 10:00:00']

const rowOf = (cells: Record<string, string>) =>
  Row.ofFields(1, Object.values(cells), makeHeader(Object.keys(cells), true))

function read(directory: Directory, cells: Record<string, string>, updated = saved) {
  const corrections = new Set<string>()
  const row = rowOf(cells)
  const found = portalDetails(row, directory, distrusts(directory, updated, corrections))
  if (found !== null) details.parse(found)
  return { found, corrections: [...corrections] }
}

describe('portalDetails(row, directory, distrust)', () => {
  it('reads what CSAs are asked, and knows nothing of blanks', () => {
    const cells = {
      share_number: '50',
      share_size: 'Full shares;Half shares;Quarter shares;',
      share_itemsinsharebox: 'CSA decides product based on supply availability;',
      share_availabledate: '2024-02-01',
      season_weeks: 'about 20',
      num_supplyfarms: '3.0',
      continueoperate_year: '6 - 10 years;',
      diversegroup: 'Women-Owned Business;',
      organization: '',
    }
    assert.deepEqual(read('csa', cells).found, {
      owner_groups: ['Women-Owned Business'],
      csa: {
        shares: 50,
        share_sizes: ['Full shares', 'Half shares', 'Quarter shares'],
        box_choice: ['CSA decides product based on supply availability'],
        available_from: '2024-02-01',
        supplying_farms: 3,
        operating: '6 - 10 years',
      },
    })
    assert.equal(read('csa', { share_size: ';', num_supplyfarms: '' }).found, null)
  })

  it('withholds a sole size of share that was carried over as the other', () => {
    const withheld = ['share sizes withheld: scrambled by the portal']
    const sizes = (share_size: string, updated: string) => {
      const { found, corrections } = read('csa', { share_size }, updated)
      return [found?.csa?.share_sizes ?? null, corrections]
    }
    assert.deepEqual(sizes('Half shares;', carriedOver), [null, withheld])
    assert.deepEqual(sizes('Full shares;Double;', carriedOver), [['Double'], withheld])
    const both = ['Full shares', 'Half shares']
    assert.deepEqual(sizes('Full shares;Half shares;', carriedOver), [both, []])
    assert.deepEqual(sizes('Half shares;', saved), [['Half shares'], []])
  })

  it('reads where the products of a food hub come from, and believes only "local" of old', () => {
    const cells = {
      productslocality_honey: 'Exclusively local;',
      productslocality_meat: 'Exclusively non-local;',
      productslocality_fruits: 'Both local and non-local;',
    }
    const honey = { honey: 'local' }
    const locality = (updated: string) => read('food_hub', cells, updated).found?.food_hub?.locality
    assert.deepEqual(locality(saved), { ...honey, poultry: 'non-local', fruits: 'both' })
    assert.deepEqual(locality(carriedOver), honey)
  })

  it('has an object of its own for each directory', () => {
    const facilities = { facilities: 'Flush toilets;' }
    assert.deepEqual(read('on_farm_market', facilities).found, {
      on_farm_market: { facilities: ['Flush toilets'] },
    })
    assert.deepEqual(
      read('farmers_market', { location_site: 'On a farm;', location_site_otherdesc: 'City Park' })
        .found,
      { farmers_market: { site: ['On a farm', 'City Park'] } },
    )
    assert.equal(read('csa', facilities).found, null)
  })
})

describe('payments(row, distrust)', () => {
  const [cards, withheld] = [
    'Debit card/Credit card',
    ['credit cards withheld: marked on every listing'],
  ]
  function paid(directory: Directory, acceptedpayment: string, updated: string, FNAP = 'SNAP;') {
    const corrections = new Set<string>()
    const distrust = distrusts(directory, updated, corrections)
    return [payments(rowOf({ acceptedpayment, FNAP }), distrust), [...corrections]]
  }

  it('withholds the credit cards of markets that were migrated', () => {
    assert.deepEqual(paid('farmers_market', `${cards};`, carriedOver), [['SNAP'], withheld])
    assert.deepEqual(paid('farmers_market', `${cards};`, carriedOver, ''), [[], withheld])
    assert.deepEqual(paid('farmers_market', '', carriedOver, ''), [null, []])
    assert.deepEqual(paid('csa', `${cards};`, carriedOver), [[cards, 'SNAP'], []])
  })

  it('withholds the mark alone of markets saved again, and believes it beside others', () => {
    const again = '2022-06-01 10:00:00'
    assert.deepEqual(paid('farmers_market', `${cards};`, again), [['SNAP'], withheld])
    assert.deepEqual(paid('farmers_market', `${cards};`, again, ''), [null, withheld])
    assert.deepEqual(paid('farmers_market', `Cash;${cards};`, again), [['Cash', cards, 'SNAP'], []])
    assert.deepEqual(paid('farmers_market', `${cards};`, saved), [[cards, 'SNAP'], []])
    assert.deepEqual(paid('on_farm_market', `${cards};`, again), [[cards, 'SNAP'], []])
  })

  it('reads the flag that the portal renamed as it was, of migrated markets', () => {
    const programs = 'WIC;WIC Farmers Market;SNAP;'
    const restored = ['WIC cash put back: renamed by the portal']
    const [renamed, were] = [
      ['Cash', 'WIC', 'WIC Farmers Market', 'SNAP'],
      ['Cash', 'WIC', 'WICcash', 'SNAP'],
    ]
    assert.deepEqual(paid('farmers_market', 'Cash;', carriedOver, programs), [were, restored])
    assert.deepEqual(paid('farmers_market', 'Cash;', saved, programs), [renamed, []])
    assert.deepEqual(paid('on_farm_market', 'Cash;', carriedOver, programs), [renamed, []])
  })
})
