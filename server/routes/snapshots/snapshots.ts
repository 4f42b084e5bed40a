import { z } from 'zod'
import { changeCauses, changeFields, changeKinds } from '../../../data/schema/tables/change.ts'
import { manifest as manifestSchema } from '../../../data/schema/manifest.ts'
import { component, flag, list, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { Problem } from '../../http/problem.ts'
import { changesOf } from '../../query/changes.ts'
import { filesFor, findSnapshot } from '../../query/snapshot_files.ts'
import { farmChange } from './change_response.ts'
import { notKept } from './snapshot_files.ts'
import { listOf, pageOf, resourceOf } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'

const { id, built_at, as_of, synthetic, farms, product_listings } = manifestSchema.shape

const summary = component('SnapshotSummary', 'One published snapshot', {
  id,
  live: flag('Whether answers are from it now', true),
  queryable: flag('Whether `snapshot=` may name it: the live one and the one before'),
  built_at,
  as_of,
  synthetic,
  farms,
  product_listings,
})

export const snapshotList = dataRoute({
  path: '/v1/snapshots',
  operation: 'listSnapshots',
  tag: 'Snapshots',
  summary: 'The published snapshots, newest first',
  open: true,
  response: resourceOf(list('The snapshots', summary)),
  usesClock: () => true,
  async answer({ snapshot }, { snapshots, published }) {
    const data = (await published.list()).map(
      ({ id, built_at, as_of, synthetic, farms, product_listings }) => {
        const [live, queryable] = [id === snapshot.id, snapshots.heldIds.includes(id)]
        return { id, live, queryable, built_at, as_of, synthetic, farms, product_listings }
      },
    )
    return { body: { data } }
  },
})

const file = manifestSchema.shape.files.element.extend({
  tier: z.enum(['free', 'paid']).meta({ description: 'The lowest tier that may download it' }),
  url: text('Relative path of the file'),
})

export const snapshotManifest = dataRoute({
  path: '/v1/snapshots/:id',
  operation: 'getSnapshot',
  tag: 'Snapshots',
  summary: 'What a snapshot is: its sources, gates and files',
  open: true,
  problems: { gone: notKept },
  params: z.object({ id: parameter.snapshotOrLatest }),
  response: resourceOf(
    manifestSchema.extend({ files: list('Those that the key may download', file) }).meta({
      id: 'Snapshot',
      description: 'A manifest; with the files that the key may download',
    }),
  ),
  usesClock: () => true,
  async answer({ snapshot, tier, params }, { published }) {
    const manifest = await findSnapshot(published, snapshot, params.id)
    return { body: { data: { ...manifest, files: filesFor(manifest, tier) } } }
  },
})

const only = <Value extends z.ZodType>(values: Value, what: string, example: string) =>
  values.optional().meta({ description: `Only changes of this ${what}`, example })

export const snapshotChanges = dataRoute({
  path: '/v1/snapshots/:id/changes',
  operation: 'listChanges',
  tag: 'Snapshots',
  summary: 'What differs in a snapshot from the one before',
  open: true,
  problems: { gone: notKept },
  params: z.object({ id: parameter.snapshotOrLatest }),
  query: z.strictObject({
    change: only(parameter.oneOf('change', changeKinds), 'kind', 'moved'),
    cause: only(parameter.oneOf('cause', changeCauses), 'cause', 'source'),
    field: only(parameter.oneOf('field', changeFields), 'field', 'name'),
    farm_id: only(parameter.farmId, 'farm', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
    page: parameter.page,
    per_page: parameter.perPage,
  }),
  response: listOf(farmChange),
  async answer(request, { snapshots }) {
    const { snapshot, tier, params, query } = request
    const { page, per_page, ...wanted } = query
    using lent = snapshots.lend(params.id === 'latest' ? snapshot.id : params.id)
    if (!lent) throw notHeld(params.id)
    const { id } = lent.snapshot
    const { total, changes } = await changesOf(lent.snapshot, tier, wanted, { page, per_page })
    const counts = { count: changes.length, total, snapshot: id }
    const { meta, links } = pageOf(request, counts, { path: `/v1/snapshots/${id}/changes` })
    return { body: { data: changes, meta, links }, next: links.next }
  },
})

const notHeld = (id: string) =>
  new Problem(
    'gone',
    `the server does not answer from snapshot ${id} any more; where it is kept, /v1/snapshots/${id}/files/changes.parquet has its changes`,
  )
