import { listingKey } from '../../../data/schema/input/decision.ts'
import { given, stepsOf, type Step } from '../../database/step.ts'
import { correctFarms } from './correct.ts'
import { isOf, type Decided } from './read.ts'

const step = stepsOf(import.meta.url)

const entryTypes = {
  entry: 'INTEGER',
  farm_id: 'VARCHAR',
  remove: 'BOOLEAN',
  reason: 'VARCHAR',
  until: 'VARCHAR',
}

/** Makes `decisions.targets`: the farm of each correction and removal. */
export const targetSteps = (inForce: Decided[]): Step[] => [
  given(
    'decisions.entries',
    entryTypes,
    inForce
      .filter(isOf('correct', 'remove'))
      .map((each) => ({ ...each, remove: each.decision === 'remove' })),
  ),
  step('decisions.targets'),
]

/** Makes `decisions.applied`: the corrections of farms in the snapshot; and the state of every decision. */
export const appliedSteps: Step[] = [step('decisions.applied'), step('decisions.states')]

/** Makes `decisions.listings`: every listing in a merge or split, even if it ended. */
export const groupedSteps = (all: Decided[]): Step[] => [
  given(
    'decisions.listings',
    { key: 'VARCHAR' },
    all
      .filter(isOf('merge', 'split'))
      .flatMap(({ listing, others }) => [listing, ...others])
      .map((each) => ({ key: listingKey(each) })),
  ),
]

/** Corrects the merged records: `decisions.corrected_farms`, and the entry behind each corrected field. */
export const correctionSteps = (file: string, inForce: Decided[]): Step[] => [
  {
    name: 'decisions.corrected_farms',
    reads: ['decisions.applied', 'merge.merged'],
    writes: ['decisions.corrected_farms', 'decisions.corrected_fields'],
    run: (database) => correctFarms(database, inForce.filter(isOf('correct'))),
  },
  step('decisions.corrections', { params: { file } }),
]
