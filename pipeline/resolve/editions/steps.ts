import { given, stepsOf, type Step } from '../../database/step.ts'
import { foldEditions } from './fold.ts'
import { turns } from './turns.ts'

const step = stepsOf(import.meta.url)

const successionTypes = { series: 'VARCHAR', succession: 'VARCHAR', turn: 'INTEGER' }

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
export const successionSteps: Step[] = [
  given(
    'intake.successions',
    successionTypes,
    Array.from(turns, ([series, turn]) => ({ series, ...turn })),
  ),
]
