import { z } from 'zod'
import { freeFields, farm, type Farm } from '../tables/farm.ts'
import { changeCauses, changeKinds, listingsField } from '../tables/change.ts'
import type { Tier } from '../meta.ts'

/**
 * Which farms and fields changed in each build of the last days, without their values. Each snapshot carries
 * on the log of the previous one, so that copies can be updated when that one is pruned.
 */
export const changeLogFile = 'serving/change_log.parquet'

/** Default age of the oldest build in the log, in days. */
export const changeLogDays = 90

/** Fields that change with every edition, and the date of the other fields' last change. */
const movingFields: readonly string[] = [
  'changed_at',
  'last_listed',
  'hours_confirmed_at',
  'said_at',
]
const compared = (fields: readonly string[]) =>
  fields.filter((field) => field !== 'id' && !movingFields.includes(field))

/** The fields of farms whose changes the log has. */
export const loggedFields = compared(Object.keys(farm.shape)) as (keyof Farm)[]

/** The fields whose changes a tier may see, in published order. */
export const tellingFields: Record<Tier, readonly string[]> = {
  free: compared(freeFields),
  paid: [...loggedFields, listingsField],
}

/**
 * A row for each changed farm, whose `field` is null, one for each of its changed fields and their causes, and
 * one for the build itself, whose `farm_id` is null.
 */
export const loggedChange = z.strictObject({
  previous_snapshot: z.string().meta({ description: 'Snapshot before the change' }),
  farm_id: z.uuid().nullable().meta({ description: 'Id of the farm' }),
  change: z.enum(changeKinds).nullable().meta({ description: 'Change of the whole farm' }),
  field: z.string().nullable().meta({ description: 'Changed field' }),
  cause: z.enum(changeCauses).nullable().meta({ description: 'Cause of the change' }),
  state: z.string().nullable().meta({ description: 'State of the farm before the change' }),
})
