import { products } from '../../data/vocabulary/vocabulary.ts'
import { farmContent } from '../../data/schema/tables/farm.ts'
import { columnsOf } from '../../data/schema/tables/table.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Database } from '../database/database.ts'
import { runSteps, statement, stepsOf, type Step } from '../database/step.ts'
import type { Intake } from '../intake/intake.ts'
import { changeSteps } from './changes/steps.ts'
import { marketSteps } from './market/steps.ts'
import { provenanceSteps } from './provenance.ts'
import { farmSteps } from './records.ts'

const step = stepsOf(import.meta.url)

/**
 * Computes the tables of the snapshot (`published.…`) from the resolved listings: farms in H3 order, their
 * products, provenance, market figures, statistics, and changes since the previous snapshot, null = none.
 * `oldestLogged`: the oldest snapshot that stays in the log of changes. `done`: see `runSteps`.
 */
export const aggregate = (
  database: Database,
  previous: Manifest | null,
  intakes: Intake[],
  oldestLogged: string,
  done?: (share: number) => void,
) => runSteps(database, aggregateSteps(previous, intakes, oldestLogged), done)

export const aggregateSteps = (
  previous: Manifest | null,
  intakes: Intake[],
  oldestLogged: string,
): Step[] => [
  step('aggregate.listed'),
  ...provenanceSteps,
  step('aggregate.farms'),
  ...farmSteps,
  step('published.product_listings'),
  step('aggregate.offered', { params: broaderProducts() }),
  ...marketSteps,
  statement(
    'aggregate.coverage',
    `unpivot (select ${known.join(', ')} from published.farms) on * into name name value count`,
  ),
  step('published.stats', { drops: ['aggregate.offered'] }),
  ...changeSteps(previous, intakes, oldestLogged),
]

/** Pairs of each variety and its broader product. */
function broaderProducts() {
  const pairs = products.entries.flatMap(({ name }) =>
    products
      .kindsOf(name)
      .filter((kind) => kind !== name)
      .map((kind) => ({ kind, product: name })),
  )
  return { kinds: pairs.map(({ kind }) => kind), products: pairs.map(({ product }) => product) }
}

/** SQL counts of farms with a value, per nullable field. */
const known = columnsOf(farmContent)
  .filter(({ nullable }) => nullable)
  .map(({ name }) => `count("${name}") as "${name}"`)
