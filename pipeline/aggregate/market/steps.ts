import { listValue } from '@duckdb/node-api'
import { countedFacets } from '../../../data/schema/serving/attributes.ts'
import { deliveryOptions } from '../../../data/vocabulary/vocabulary.ts'
import { stepsOf, type Step } from '../../database/step.ts'
import { fillCells, publicColumns } from './cells.ts'
import { nameProducts } from './spelled_products.ts'

const step = stepsOf(import.meta.url)

/** The delivery options of a category of the vocabulary. */
const deliveryNames = (category: string) =>
  listValue(
    deliveryOptions.entries.filter((each) => each.category === category).map(({ name }) => name),
  )

/**
 * What market figures are made of: what is counted of each farm (`market.attribute_codes`,
 * `market.farm_codes`), prices (`market.farm_prices`), and the tables of cells
 * (`published.market_cells`, `published.public_market_cells`).
 */
export const marketSteps: Step[] = [
  step('market.farm_attributes', ['published.farms', 'published.product_listings'], {
    params: { pickup: deliveryNames('pickup'), delivery: deliveryNames('delivery') },
  }),
  step('market.attribute_codes', ['market.farm_attributes'], {
    params: { facets: listValue([...countedFacets]) },
  }),
  step('market.farm_codes', ['market.farm_attributes', 'market.attribute_codes'], {
    drops: ['market.farm_attributes'],
  }),
  {
    name: 'market.spelled_products',
    reads: ['market.attribute_codes', 'published.product_listings'],
    writes: ['market.spelled_products'],
    run: nameProducts,
  },
  step('market.product_names', ['market.spelled_products']),
  step('market.farm_products', [
    'market.farm_codes',
    'market.attribute_codes',
    'market.spelled_products',
  ]),
  step('market.farm_prices', [
    'published.farms',
    'published.product_listings',
    'market.spelled_products',
  ]),
  {
    name: 'published.market_cells',
    reads: [
      'published.farms',
      'market.attribute_codes',
      'market.farm_codes',
      'market.product_names',
      'market.farm_products',
      'market.farm_prices',
    ],
    writes: ['published.market_cells'],
    run: fillCells,
  },
  {
    name: 'published.public_market_cells',
    reads: ['published.market_cells'],
    writes: ['published.public_market_cells'],
    sql: `
      create view published.public_market_cells as
      select ${publicColumns()} from published.market_cells`,
  },
]
