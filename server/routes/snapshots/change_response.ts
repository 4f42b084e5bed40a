import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import { change } from '../../../data/schema/tables/change.ts'
import { manifest } from '../../../data/schema/manifest.ts'

/** A change as answers have it: with the values themselves, not their JSON text. */
export const farmChange = change
  .extend({
    before: free(z.unknown(), 'Value before the change; null = unknown or not applicable'),
    after: free(z.unknown(), 'Value after the change; null = unknown or not applicable'),
  })
  .meta({ id: 'Change', description: 'Difference of one farm from the previous snapshot' })

/** A change in the history of one farm. */
export const historyEntry = farmChange
  .omit({ farm_id: true })
  .extend({
    snapshot: manifest.shape.id.meta({ description: 'Snapshot of the change' }),
    built_at: manifest.shape.built_at.meta({ description: 'Build time of that snapshot' }),
  })
  .meta({ id: 'HistoryEntry', description: 'Change with the first snapshot that contains it' })
