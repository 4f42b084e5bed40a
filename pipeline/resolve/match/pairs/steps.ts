import { stepsOf, type Step } from '../../../database/step.ts'
import { mapOf } from '../../../database/values.ts'
import { fillCells } from './cells.ts'
import { blockCap, evidence, sharedPhone, sharedSite } from '../evidence.ts'

const step = stepsOf(import.meta.url)
const points = Object.entries(evidence).map(([name, { points }]) => [name, String(points)])

/** Which pairs of listings are looked at, and the points of each: `match.scores`. */
export const pairSteps: Step[] = [
  step('match.twins', ['match.listings'], { params: { block_cap: blockCap } }),
  {
    name: 'match.cells',
    reads: ['match.listings'],
    writes: ['match.cells', 'match.neighbors'],
    run: fillCells,
  },
  step('match.pairs', ['match.listings', 'match.cells', 'match.neighbors'], {
    params: { block_cap: blockCap },
  }),
  step(
    'match.scores',
    ['match.listings', 'match.chains', 'match.sharing', 'match.twins', 'match.pairs'],
    {
      params: {
        shared_site: sharedSite,
        shared_phone: sharedPhone,
        points: mapOf(Object.fromEntries(points)),
      },
    },
  ),
]
