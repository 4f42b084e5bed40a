import { z } from 'zod'
import {
  changeCauses,
  changeKinds,
  comparedFields,
  locationField,
} from '../../../data/schema/tables/change.ts'
import { manifest as manifestSchema, type Manifest } from '../../../data/schema/manifest.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { pageLinks } from '../../http/links.ts'
import { Problem } from '../../http/problem.ts'
import { changesOf } from '../../query/changes.ts'
import { filesFor, findSnapshot } from '../../query/snapshot_files.ts'
import { farmChange } from './change_response.ts'
import { notKept } from './snapshot_files.ts'
import { listOf, resourceOf } from '../lists/envelope.ts'
import { listParameters } from '../lists/list.ts'
import { dataRoute } from '../data_route.ts'

const { id, built_at, as_of, synthetic, farms, product_listings } = manifestSchema.shape

const summary = z
  .strictObject({
    id,
    live: z.boolean().meta({ description: 'Whether answers are from it now', example: true }),
    queryable: z
      .boolean()
      .meta({ description: 'Whether `snapshot=` may name it: the live one and the one before' }),
    built_at,
    as_of,
    synthetic,
    farms,
    product_listings,
  })
  .meta({ id: 'SnapshotSummary', description: 'One published snapshot' })

export const snapshotList = dataRoute({
  path: '/v1/snapshots',
  operation: 'listSnapshots',
  tag: 'Snapshots',
  summary: 'The published snapshots, newest first',
  tier: 'free',
  open: true,
  query: z.strictObject({}),
  response: z.strictObject({
    data: z.array(summary).meta({ description: 'The snapshots' }),
  }),
  usesClock: () => true,
  async answer({ snapshot, snapshots, published }) {
    const held = snapshots.heldIds
    const data = (await published.list()).map((manifest) => ({
      id: manifest.id,
      live: manifest.id === snapshot.id,
      queryable: held.includes(manifest.id),
      built_at: manifest.built_at,
      as_of: manifest.as_of,
      synthetic: manifest.synthetic,
      farms: manifest.farms,
      product_listings: manifest.product_listings,
    }))
    return { body: { data } }
  },
})

const file = manifestSchema.shape.files.element.extend({
  tier: z.enum(['free', 'paid']).meta({ description: 'The lowest tier that may download it' }),
  url: z.string().meta({ description: 'Relative path of the file' }),
})

const manifestFor = (manifest: Manifest, tier: Tier) => ({
  ...manifest,
  files: filesFor(manifest, tier),
})

export const snapshotManifest = dataRoute({
  path: '/v1/snapshots/:id',
  operation: 'getSnapshot',
  tag: 'Snapshots',
  summary: 'What a snapshot is: its sources, gates and files',
  tier: 'free',
  open: true,
  problems: { gone: notKept },
  params: z.object({ id: parameter.snapshotOrLatest }),
  query: z.strictObject({}),
  response: resourceOf(
    manifestSchema
      .extend({ files: z.array(file).meta({ description: 'Those that the key may download' }) })
      .meta({
        id: 'Snapshot',
        description: 'A manifest; with the files that the key may download',
      }),
  ),
  usesClock: () => true,
  answer: async ({ snapshot, published, tier, params }) => ({
    body: { data: manifestFor(await findSnapshot(published, snapshot, params.id), tier) },
  }),
})

export const snapshotChanges = dataRoute({
  path: '/v1/snapshots/:id/changes',
  operation: 'listChanges',
  tag: 'Snapshots',
  summary: 'What is other in a snapshot than in the one before',
  tier: 'free',
  open: true,
  problems: { gone: notKept },
  params: z.object({ id: parameter.snapshotOrLatest }),
  query: z.strictObject({
    change: parameter
      .oneOf('change', changeKinds)
      .optional()
      .meta({ description: 'Only changes of this kind', example: 'moved' }),
    cause: parameter
      .oneOf('cause', changeCauses)
      .optional()
      .meta({ description: 'Only changes of this cause', example: 'source' }),
    field: parameter
      .oneOf('field', [locationField, ...comparedFields])
      .optional()
      .meta({ description: 'Only changes of this field', example: 'name' }),
    farm_id: parameter.farmId.optional().meta({
      description: 'Only changes of this farm',
      example: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
    }),
    page: listParameters.page,
    per_page: listParameters.per_page,
  }),
  response: listOf(farmChange),
  async answer({ snapshot, snapshots, tier, params, rawQuery, query }) {
    const { page, per_page, ...wanted } = query
    using lent = snapshots.lend(params.id === 'latest' ? snapshot.id : params.id)
    if (!lent) throw notHeld(params.id)
    const { total, changes } = await changesOf(lent.snapshot, tier, wanted, { page, per_page })
    const has_more = page * per_page < total
    const held = lent.snapshot.id
    const meta = { count: changes.length, total, page, per_page, has_more, snapshot: held }
    const path = `/v1/snapshots/${held}/changes`
    const links = pageLinks(path, rawQuery, { page, per_page, has_more })
    return { body: { data: changes, meta, links }, next: links.next }
  },
})

const notHeld = (id: string) =>
  new Problem(
    'gone',
    `the server does not answer from snapshot ${id} any more; where it is kept, /v1/snapshots/${id}/files/changes.parquet has its changes`,
  )
