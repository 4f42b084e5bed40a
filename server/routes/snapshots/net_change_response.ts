import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import { changeCauses } from '../../../data/schema/tables/change.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component } from '../../http/answer_fields.ts'
import { netChangeKinds } from '../../query/changes/told_changes.ts'
import { farmProfile } from '../farms/farm_response.ts'
import { listedFields } from '../lists/envelope.ts'

/** A farm as a copy of the directory has it: as in lists, with its prices and stock. */
export const changedFarm = listedFields
  .extend({ product_listings: farmProfile.shape.product_listings })
  .meta({ id: 'ChangedFarm', description: 'Farm in its current state' })

/** What became of one farm since a snapshot. */
export const netChange = component('NetChange', 'Change of one farm since a snapshot', {
  farm_id: farm.shape.id,
  kind: free(
    z.enum(netChangeKinds),
    'Type of change: added; changed; delisted = no source lists the farm any longer; removed = removed on request; merged = now part of the farm `merged_into`; moved_out = now in a state outside `state`',
    { example: 'changed' },
  ),
  merged_into: free(z.uuid().nullable(), 'Id of the farm that contains it now', {
    example: null,
    nulls: 'it was not merged',
  }),
  fields: free(
    z.array(z.string()),
    'Names of the changed fields, including profile fields and `product_listings`. Empty if only the provenance changed, or if the farm changed and changed back while the snapshot `since` is kept',
    { example: ['products', 'updated_at'] },
  ),
  causes: free(
    z.array(z.enum(changeCauses)).nullable(),
    'Causes of the change, as in the changes of the snapshots between. Empty if the change follows from other fields or from the date alone',
    { example: ['source'], nulls: 'a snapshot between can not be read' },
  ),
  farm: free(changedFarm.nullable(), 'Farm in its current state; null = delete it from the copy'),
})
