import { stepsOf, type Step } from '../../../database/step.ts'
import { blockCap, evidence, sharedPhone, sharedSite } from '../evidence.ts'

const step = stepsOf(import.meta.url)
const block_cap = blockCap
/** As text: the first number would give all of them its type. */
const points = Object.fromEntries(
  Object.entries(evidence).map(([name, points]) => [name, String(points)]),
)

/** Which pairs of listings are looked at, and the points of each: `match.scores`. */
export const pairSteps: Step[] = [
  step('match.twins', { params: { block_cap } }),
  step('match.cells'),
  step('match.neighbors'),
  step('match.pairs', { params: { block_cap } }),
  step('match.scores', {
    params: { shared_site: sharedSite, shared_phone: sharedPhone, points },
  }),
]
