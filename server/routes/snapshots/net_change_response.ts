import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import { changeCauses } from '../../../data/schema/tables/change.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component } from '../../http/answer_fields.ts'
import { netChangeKinds } from '../../query/changes/told_changes.ts'
import { farmProfile } from '../farms/farm_response.ts'
import { listFields } from '../lists/envelope.ts'

/** A farm as a copy of the directory has it: as in lists, with its prices and stock. */
export const changedFarm = listFields
  .extend({ product_listings: farmProfile.shape.product_listings })
  .meta({ id: 'ChangedFarm', description: 'A farm as it is now' })

/** What became of one farm since a snapshot. */
export const netChange = component('NetChange', 'What became of one farm since a snapshot', {
  farm_id: farm.shape.id,
  kind: free(
    z.enum(netChangeKinds),
    'added; changed; delisted = no source lists it any more; removed = taken out on request; merged = it is now part of the farm merged_into; moved_out = it is in a state that was not asked for',
    { example: 'changed' },
  ),
  merged_into: free(z.uuid().nullable(), 'Id of the farm that it is part of now', {
    nulls: 'it was not merged',
  }),
  fields: free(
    z.array(z.string()),
    'Of a farm that changed: the names of the fields that are other, those of the profile and product_listings among them; empty where only its provenance is, or it changed and changed back, so that changed_at is another',
    { example: ['products', 'updated_at'] },
  ),
  causes: free(
    z.array(z.enum(changeCauses)).nullable(),
    'Why, as in the changes of the snapshots between; empty for what follows from other fields or the date alone',
    { example: ['source'], nulls: 'a snapshot between can not be read' },
  ),
  farm: free(changedFarm.nullable(), 'The farm as it is now; null = take it out of the copy'),
})
