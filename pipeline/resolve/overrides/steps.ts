import { stepsOf, type Step } from '../../database/step.ts'
import { valuesTable } from '../../database/values_table.ts'
import { correctFarms } from './corrected.ts'
import type { Correction } from './read.ts'

const step = stepsOf(import.meta.url)

/** Which farm each correction is of: `overrides.targets`. */
export const targetSteps = (inForce: Correction[]): Step[] => [
  {
    name: 'overrides.entries',
    reads: [],
    writes: ['overrides.entries'],
    run: (database) => valuesTable(database, 'overrides.entries', entryTypes, inForce.map(entry)),
  },
  step('overrides.targets', [
    'overrides.entries',
    'identity.listings',
    'identity.mergers',
    'history.known',
    'before.lineage',
  ]),
]

/** The corrections of farms that the snapshot has: `overrides.applied`. */
export const appliedSteps: Step[] = [
  step('overrides.applied', ['overrides.entries', 'overrides.targets', 'removal.tombstones']),
]

/** Corrects the merged records: `overrides.corrected_farms`, and what was corrected by which entry. */
export const correctionSteps = (file: string, inForce: Correction[]): Step[] => [
  {
    name: 'overrides.corrected_farms',
    reads: ['overrides.applied', 'merge.merged'],
    writes: ['overrides.corrected_farms', 'overrides.corrected_fields'],
    run: (database) => correctFarms(database, inForce),
  },
  step('overrides.corrections', ['overrides.corrected_fields'], { params: { file } }),
]

const entry = ({ entry, farm_id, source, source_id, remove, reason, expires }: Correction) => ({
  entry,
  farm_id: farm_id ?? null,
  source: source ?? null,
  source_id: source_id ?? null,
  remove: remove ?? false,
  reason,
  expires,
})

const entryTypes = {
  entry: 'INTEGER',
  farm_id: 'VARCHAR',
  source: 'VARCHAR',
  source_id: 'VARCHAR',
  remove: 'BOOLEAN',
  reason: 'VARCHAR',
  expires: 'VARCHAR',
}
