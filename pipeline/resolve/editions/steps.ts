import { predecessorsOf, successions } from '../../../data/schema/input/succession.ts'
import { given, stepsOf, type Step } from '../../database/step.ts'
import { foldEditions } from './fold.ts'

const step = stepsOf(import.meta.url)

const successionTypes = { series: 'VARCHAR', succession: 'VARCHAR', turn: 'INTEGER' }
const turns = successions.map(({ series }) => {
  const before = predecessorsOf(series)
  return { series, succession: before[0]!, turn: before.length }
})

/**
 * Makes `editions.current`, the editions that decide which farms are listed, and the state before them:
 * `carried.registry`, `carried.lineage`, `carried.holders`, `carried.wordings`. `lived` are the steps that
 * carry farms from one edition to the next.
 */
export const editionSteps = (lived: Step[], noWordings: Step): Step[] => [
  step('intake.editions'),
  {
    name: 'editions.current',
    reads: [
      'intake.rows',
      'intake.inputs',
      'intake.rejects',
      'intake.successions',
      'intake.editions',
      'before.snapshot',
      'before.farms',
      'before.registry',
      'before.lineage',
      'before.editions',
      'before.tombstones',
      'before.removed_listings',
    ],
    writes: [
      'editions.current',
      'carried.registry',
      'carried.lineage',
      'carried.holders',
      'carried.wordings',
    ],
    run: (database) => foldEditions(database, lived, noWordings),
  },
]

/** The successions in `data/successions.json`. */
export const successionSteps: Step[] = [given('intake.successions', successionTypes, turns)]
