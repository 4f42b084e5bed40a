import { z } from 'zod'
import { free } from '../../../data/schema/meta.ts'
import {
  change,
  changeCauses,
  changeFields,
  changeKinds,
  publicChangeFields,
} from '../../../data/schema/tables/change.ts'
import { manifest, type Manifest } from '../../../data/schema/manifest.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { Problem } from '../../http/problem.ts'
import { changesOf } from '../../query/changes/change_rows.ts'
import { refusePaid } from '../../query/facets/fields.ts'
import { farmPlace } from '../../query/farm_json.ts'
import { findSnapshot } from '../../query/snapshot_files.ts'
import { lendSnapshot } from '../../services.ts'
import { dataRoute } from '../data_route.ts'
import { listResponse } from '../lists/envelope.ts'
import { Fields } from '../lists/fields.ts'
import { format } from '../lists/formats.ts'
import { rowsAnswer } from '../lists/row_formats.ts'
import { notKept } from './snapshot_files.ts'

/** A change as answers have it: with the values themselves, not their JSON text. */
const farmChange = change
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

const fields = new Fields(farmChange)

const only = <Value extends z.ZodType>(values: Value, what: string, example: string) =>
  values.optional().meta({ description: `Filter by ${what}`, example })

export const snapshotChanges = dataRoute({
  path: '/v1/snapshots/:id/changes',
  operation: 'listChanges',
  tag: 'Snapshots',
  summary: 'List the changes of a snapshot',
  details:
    'One row per changed field since the previous snapshot, with the values before and after. To keep a copy current, use `/v1/changes`: one row per farm, over any number of snapshots.',
  of: 'snapshot',
  open: true,
  problems: { gone: notKept },
  params: z.object({ id: parameter.snapshotOrLatest }),
  query: z.strictObject({
    change: only(parameter.oneOf('change', changeKinds), 'kind', 'moved'),
    cause: only(parameter.oneOf('cause', changeCauses), 'cause', 'source'),
    field: only(
      parameter.oneOf('field', changeFields),
      'field; paid fields need a paid key',
      'name',
    ),
    farm_id: only(parameter.farmId, 'farm', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
    state: parameter.stateList.optional().meta({
      description:
        'States, abbreviated or in full: changes of farms that are in one of them now, or were in the previous snapshot. The previous snapshot must still be kept',
      example: 'VT',
    }),
    page: parameter.page,
    per_page: parameter.perPage,
    fields: fields.parameter.meta({ example: 'farm_id,change,field,after' }),
    format,
  }),
  response: listResponse(farmChange),
  async answer(request, services) {
    const { tier, params, query } = request
    const { page, per_page, fields: asked, format: _, ...wanted } = query
    fields.allow(asked, tier)
    if (tier !== 'paid') refusePaid('field', paidOnly(wanted.field))
    using lent = lendSnapshot(services, params.id)
    if (!lent) throw notHeld(await findSnapshot(services.published, params.id))
    const { snapshot } = lent
    const { id } = snapshot
    const { total, changes } = await changesOf(snapshot, tier, wanted, { page, per_page }, services)
    const list = {
      rows: changes,
      fields: asked,
      columns: fields.of(tier),
      farmOf: ({ farm_id }: Record<string, unknown>) => farmPlace(snapshot, farm_id as string),
    }
    const counts = { count: changes.length, total, snapshot: id }
    const path = `/v1/snapshots/${id}/changes`
    return { ...rowsAnswer(request, counts, list, { path }), from: id }
  },
})

const paidOnly = (field: string | undefined) =>
  field === undefined || publicChangeFields.includes(field) ? [] : [field]

const notHeld = ({ id }: Manifest) =>
  new Problem(
    'gone',
    `the server does not answer from snapshot ${id} any more; /v1/snapshots/${id}/files/changes.parquet has its changes`,
  )
