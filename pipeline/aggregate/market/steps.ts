import { fieldsWith, storedName } from '../../../data/schema/serving/fields.ts'
import { deliveryOptions } from '../../../data/vocabulary/vocabulary.ts'
import { statement, stepsOf, task, type Step } from '../../database/step.ts'
import { fillCells, publicColumns } from './cells.ts'

const step = stepsOf(import.meta.url)

/** The delivery options of a category of the vocabulary. */
const deliveryNames = (category: string) =>
  deliveryOptions.entries.filter((each) => each.category === category).map(({ name }) => name)

/**
 * Makes market figures: attributes of each farm (`market.attribute_codes`, `market.farm_codes`), prices
 * (`market.farm_prices`), and the tables of cells (`published.market_cells`,
 * `published.public_market_cells`).
 */
export const marketSteps: Step[] = [
  step('market.farm_attributes', {
    params: { pickup: deliveryNames('pickup'), delivery: deliveryNames('delivery') },
  }),
  step('market.attribute_codes', {
    params: { facets: fieldsWith({ market: true }).map(storedName) },
  }),
  step('market.farm_codes', { drops: ['market.farm_attributes'] }),
  step('market.products'),
  step('market.farm_products'),
  step('market.farm_prices'),
  task(
    'published.market_cells',
    [
      'published.farms',
      'market.attribute_codes',
      'market.farm_codes',
      'market.products',
      'market.farm_products',
      'market.farm_prices',
    ],
    fillCells,
  ),
  statement(
    'published.public_market_cells',
    `create view published.public_market_cells as
    select ${publicColumns} from published.market_cells`,
  ),
]
