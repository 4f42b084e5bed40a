import { stepsOf, type Step } from '../../../database/step.ts'
import { blockCap } from '../evidence.ts'
import { words } from './words.ts'

const step = stepsOf(import.meta.url)

/** What is compared of each listing: `match.listings`, and what is counted over all of them. */
export const listingSteps: Step[] = [
  step('match.scope'),
  step('match.listings', { params: words }),
  step('match.chains', { params: { block_cap: blockCap } }),
  step('match.sharing'),
]
