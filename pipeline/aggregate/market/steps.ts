import { statement, stepsOf, task, type Step } from '../../database/step.ts'
import { fillCells, publicColumns } from './cells.ts'
import { codeSteps } from './codes.ts'

const step = stepsOf(import.meta.url)

/**
 * Makes market figures: the codes of each farm (see `codeSteps`), prices (`market.farm_prices`), and the
 * tables of cells (`published.market_cells`, `published.public_market_cells`).
 */
export const marketSteps: Step[] = [
  ...codeSteps('attributes'),
  ...codeSteps('facets'),
  step('market.products'),
  step('market.farm_products'),
  step('market.farm_prices'),
  task(
    'published.market_cells',
    [
      'published.farms',
      'market.attribute_codes',
      'market.farm_attributes',
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
