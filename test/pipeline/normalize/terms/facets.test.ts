import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { termFields } from '../../../../data/schema/serving/fields.ts'
import { categoryNames, vocabularyOf } from '../../../../data/vocabulary/vocabulary.ts'
import { Findings } from '../../../../pipeline/normalize/findings.ts'
import { facets } from '../../../../pipeline/normalize/terms/facets.ts'
import type { SourceFarm } from '../../../../pipeline/read/adapter.ts'
import { adapterFor } from '../../../../pipeline/read/adapters.ts'
import { namedFarm } from '../../../support/source_farm.ts'
import { sourceRows } from '../../../support/source_rows.ts'

const read = (told: Partial<SourceFarm>) => facets({ ...namedFarm, ...told }, new Findings())

describe('facets(farm, findings)', () => {
  it('keeps what a vocabulary does not know beside its names, in the words of the source', () => {
    const { products, products_other, practices, practices_other } = read({
      products: ['Eggs', ' Pawpaw  jam ', 'pawpaw jams'],
      practices: ['moonlit sowing', 'certified organic'],
    })
    assert.deepEqual([products, products_other], [['eggs'], ['Pawpaw jam']])
    assert.deepEqual([practices, practices_other], [null, ['moonlit sowing']])
  })

  it('says that it sells nothing only where the source does', () => {
    assert.deepEqual(read({ products: [] }).products, [])
    assert.equal(read({ products: ['We are known for our tomatoes!'] }).products, null)
    assert.equal(read({ products: null }).products_other, null)
  })

  it('reads a product beside how it is sold, and no plant or claim for it', () => {
    const stated = [
      'U-pick apples',
      'turkey (fresh)',
      'tomatoes (plants)',
      'organic eggs (pending)',
    ]
    const { products, products_other } = read({ products: stated })
    assert.deepEqual(products, ['apples', 'turkey'])
    assert.deepEqual(products_other, [...stated].sort())
  })

  it('reads a product of its own as that product alone, however it is named', () => {
    assert.deepEqual(read({ products: ['frozen berries'] }).products, ['frozen fruits'])
  })

  it('takes claims of the certifications alone out of the practices', () => {
    const claims = (practices: string[]) => {
      const { certifications, practices: rest } = read({ practices })
      return [certifications, rest]
    }
    assert.deepEqual(claims(['organic']), [null, ['organic']])
    assert.deepEqual(claims(['USDA organic']), [['USDA organic'], null])
    assert.deepEqual(claims(['USDA organic', 'no till']), [['USDA organic'], ['no till']])
    assert.deepEqual(claims([]), [null, []])
  })

  it('takes stated categories of a farm without products', () => {
    assert.deepEqual(read({ categories: ['Meat'] }).categories, ['meat'])
  })

  it('takes for categories those of products, and stated ones that are such', () => {
    const { categories, categories_other } = read({
      products: ['eggs'],
      categories: ['Meat', 'Agritainment'],
    })
    assert.deepEqual([categories, categories_other], [['eggs', 'meat'], ['agritainment']])
  })

  it('counts what the vocabularies do not know', () => {
    const findings = new Findings()
    facets({ ...namedFarm, products: ['Pawpaw jam'], delivery_options: ['by boat'] }, findings)
    assert.deepEqual(findings.unknownTotals(), { products: 1, 'delivery options': 1 })
  })
})

const root = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url))
const files = {
  'usda_local_food_portal/csa_2024-04-18.csv.gz': 'usda-local-food-portal',
  'usda_local_food_portal/farmersmarket_2022-09-18.csv.gz': 'usda-local-food-portal',
  'usda_local_food_portal/foodhub_2024-04.csv.gz': 'usda-local-food-portal',
  'usda_local_food_portal/onfarmmarket_2024-04.csv.gz': 'usda-local-food-portal',
  'usda_legacy_directories/csa_2017-05-15.csv.gz': 'usda-csa-directory',
  'usda_legacy_directories/onfarm_2017-05-15.csv.gz': 'usda-on-farm-directory',
  'usda_farmers_market_directory/2021-08-08.csv.gz': 'usda-farmers-market-directory',
  'state_and_city/ny_farmers_markets_2017-06.csv.gz': 'new-york-farmers-markets',
}

describe(
  'the terms of the published files',
  {
    skip: !existsSync(root) && `${root} is absent`,
  },
  () => {
    for (const [file, kind] of Object.entries(files))
      it(`are names of the vocabularies, or beside them, in ${file}`, async () => {
        for (const row of await sourceRows(adapterFor(kind), root + file)) {
          assert.ok('farm' in row)
          const found = facets(row.farm, new Findings())
          for (const column of termFields) {
            const nameOf = (term: string) =>
              column === 'categories'
                ? categoryNames.has(term) && term
                : vocabularyOf(column)!.find(term)?.name
            for (const term of found[column] ?? []) assert.equal(nameOf(term), term)
            for (const term of found[`${column}_other`] ?? []) assert.ok(!nameOf(term), term)
          }
        }
      })
  },
)
