import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import { change } from '../../../data/schema/tables/change.ts'
import { manifest } from '../../../data/schema/manifest.ts'

/** A change as answers have it: with the values themselves, not their JSON text. */
export const farmChange = change
  .extend({
    before: free(z.unknown(), 'The value before; null = unknown, or not of this change'),
    after: free(z.unknown(), 'The value now; null = unknown, or not of this change'),
  })
  .meta({ id: 'Change', description: 'How one farm differs from the previous snapshot' })

/** A change in the history of one farm. */
export const historyEntry = farmChange
  .omit({ farm_id: true })
  .extend({
    snapshot: manifest.shape.id.meta({ description: 'The snapshot in which it changed' }),
    built_at: manifest.shape.built_at.meta({ description: 'When that snapshot was built' }),
  })
  .meta({ id: 'HistoryEntry', description: 'A change, and the snapshot that shows it first' })
