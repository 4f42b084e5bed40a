import { stepsOf, type Step } from '../../../database/step.ts'
import { threshold } from '../evidence.ts'
import { joinListings } from './joined.ts'

const step = stepsOf(import.meta.url)

/** Which listings are one farm: `match.clusters`, and the pairs that say so, `match.matches`. */
export const clusterSteps: Step[] = [
  {
    name: 'match.joined',
    reads: ['match.listings', 'match.scores'],
    writes: ['match.joined'],
    run: (database) => joinListings(database, threshold),
  },
  step('match.clusters', ['match.candidates', 'match.listings', 'match.joined']),
  step('match.matches', ['match.listings', 'match.scores', 'match.joined'], {
    params: { threshold },
  }),
]
