import { z } from 'zod'
import { change } from '../../../data/schema/tables/change.ts'
import { manifest } from '../../../data/schema/manifest.ts'

const value = (description: string) => z.unknown().meta({ tier: 'free', description })

/** A change as answers have it: with the values themselves, not their JSON text. */
export const farmChange = change
  .extend({
    before: value('The value before; null = unknown, or not of this change'),
    after: value('The value now; null = unknown, or not of this change'),
  })
  .meta({ id: 'Change', description: 'What is other of one farm than in the snapshot before' })

/** A change in the history of one farm. */
export const historyEntry = farmChange
  .omit({ farm_id: true })
  .extend({
    snapshot: manifest.shape.id.meta({ description: 'The snapshot in which it is other' }),
    built_at: manifest.shape.built_at.meta({ description: 'When that was built' }),
  })
  .meta({ id: 'HistoryEntry' })
