import { reject } from '../../../data/schema/reject.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { jsonLines } from '../../database/database.ts'
import { stepsOf, type Step } from '../../database/step.ts'
import type { Input } from '../../intake/read_sources.ts'
import { loadInputs } from './inputs.ts'
import { loadObservations } from './observations.ts'

const step = stepsOf(import.meta.url)

/** What was read in this build, row by row, and the listing of each row. */
export const intakeSteps = (input: Input): Step[] => [
  {
    name: 'intake.observations',
    reads: [],
    writes: ['intake.observations'],
    run: (database) => loadObservations(database, input.observations),
  },
  {
    name: 'intake.inputs',
    reads: [],
    writes: ['intake.inputs'],
    run: (database) => loadInputs(database, input.intakes),
  },
  {
    name: 'intake.rejects',
    reads: [],
    writes: ['intake.rejects'],
    sql: `create view intake.rejects as from ${jsonLines(input.rejects, columnsOf(reject))}`,
  },
  step('intake.source_rows', ['intake.observations', 'intake.inputs']),
]
