import { given, stepsOf, type Step } from '../../database/step.ts'
import { correctFarms } from './correct.ts'
import type { Correction } from './read.ts'

const step = stepsOf(import.meta.url)

const entryTypes = {
  entry: 'INTEGER',
  farm_id: 'VARCHAR',
  source: 'VARCHAR',
  source_id: 'VARCHAR',
  remove: 'BOOLEAN',
  reason: 'VARCHAR',
  expires: 'VARCHAR',
}

/** Makes `overrides.targets`: the farm of each correction. */
export const targetSteps = (inForce: Correction[]): Step[] => [
  given('overrides.entries', entryTypes, inForce),
  step('overrides.targets'),
]

/** Makes `overrides.applied`: the corrections of farms in the snapshot. */
export const appliedSteps: Step[] = [step('overrides.applied')]

/** Corrects the merged records: `overrides.corrected_farms`, and the entry behind each corrected field. */
export const correctionSteps = (file: string, inForce: Correction[]): Step[] => [
  {
    name: 'overrides.corrected_farms',
    reads: ['overrides.applied', 'merge.merged'],
    writes: ['overrides.corrected_farms', 'overrides.corrected_fields'],
    run: (database) => correctFarms(database, inForce),
  },
  step('overrides.corrections', { params: { file } }),
]
