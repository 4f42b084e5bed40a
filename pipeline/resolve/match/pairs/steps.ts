import { stepsOf, type Step } from '../../../database/step.ts'
import { blockCap, evidence, sharedPhone, sharedSite } from '../evidence.ts'

const step = stepsOf(import.meta.url)
const block_cap = blockCap
/** Points as text: numbers would all get the type of the first. */
const points = Object.fromEntries(
  Object.entries(evidence).map(([name, points]) => [name, String(points)]),
)

/** Finds candidate pairs and their points: `match.scores`. */
export const pairSteps: Step[] = [
  step('match.twins', { params: { block_cap } }),
  step('match.cells'),
  step('match.neighbors'),
  step('match.pairs', { params: { block_cap } }),
  step('match.scores', {
    params: { shared_site: sharedSite, shared_phone: sharedPhone, points },
  }),
]
