import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component, list } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { changesOf } from '../../query/changes.ts'
import { rowOf } from '../../query/row_of.ts'
import { historyEntry } from '../snapshots/change_response.ts'
import { resourceOf } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'

export const history = dataRoute({
  path: '/v1/farms/:id/history',
  operation: 'getFarmHistory',
  tag: 'Farms',
  summary: 'What changed of one farm, over the snapshots that the server holds',
  of: 'farm',
  params: z.object({ id: parameter.farmId }),
  response: resourceOf(
    component('FarmHistory', 'What changed of a farm', {
      farm_id: farm.shape.id,
      changes: list('What changed, newest snapshot first', historyEntry),
    }),
  ),
  overSnapshots: true,
  async answer({ snapshot, tier, params: { id } }, { snapshots }) {
    // A farm that was taken out has no history; one that left by itself still has its changes.
    if (snapshots.removedFarms.has(id)) rowOf(snapshot, id)
    const entries = []
    for (const held of snapshots.heldIds) {
      using lent = snapshots.lend(held)
      if (!lent) continue
      const { manifest } = lent.snapshot
      const { changes } = await changesOf(lent.snapshot, tier, { farm_id: id }, null)
      for (const { farm_id: _, ...change } of changes)
        entries.push({ ...change, snapshot: manifest.id, built_at: manifest.built_at })
    }
    if (entries.length === 0) rowOf(snapshot, id)
    return { body: { data: { farm_id: id, changes: entries } } }
  },
})
