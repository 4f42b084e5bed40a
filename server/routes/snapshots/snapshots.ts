import { z } from 'zod'
import { manifest as manifestSchema } from '../../../data/schema/manifest.ts'
import { component, flag, list, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { filesFor, findSnapshot } from '../../query/snapshot_files.ts'
import { notKept } from './snapshot_files.ts'
import { resource, resourceOf } from '../lists/envelope.ts'
import { dataRoute } from '../data_route.ts'

const { id, built_at, as_of, synthetic, farms, product_listings } = manifestSchema.shape

const summary = component('SnapshotSummary', 'Published snapshot', {
  id,
  live: flag('Live flag: true if answers come from it now', true),
  queryable: flag(
    'Query flag: true if `snapshot=` may name it, as for the live snapshot and its predecessor',
  ),
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
  summary: 'List the published snapshots',
  details: 'Snapshots that the server can list, newest first. No key is needed.',
  open: true,
  response: resourceOf(list('Snapshots, newest first', summary)),
  usesClock: () => true,
  async answer({ snapshot }, { snapshots, published }) {
    const data = (await published.list()).map(
      ({ id, built_at, as_of, synthetic, farms, product_listings }) => {
        const [live, queryable] = [id === snapshot.id, snapshots.heldIds.includes(id)]
        return { id, live, queryable, built_at, as_of, synthetic, farms, product_listings }
      },
    )
    return { body: resource(snapshot, data) }
  },
})

const file = manifestSchema.shape.files.element.extend({
  tier: z.enum(['free', 'paid']).meta({ description: 'Lowest tier that may download the file' }),
  url: text('Relative path of the file'),
})

export const snapshotManifest = dataRoute({
  path: '/v1/snapshots/:id',
  operation: 'getSnapshot',
  tag: 'Snapshots',
  summary: 'Get the sources, gates and files of a snapshot',
  details:
    'Manifest of one snapshot. `latest` redirects to the id of the live snapshot. No key is needed.',
  of: 'snapshot',
  open: true,
  problems: { gone: notKept },
  params: z.object({ id: parameter.snapshotOrLatest }),
  response: resourceOf(
    manifestSchema.extend({ files: list('Files that the key may download', file) }).meta({
      id: 'Snapshot',
      description: 'Manifest, with the files that the key may download',
    }),
  ),
  usesClock: () => true,
  async answer({ tier, params }, { published }) {
    const manifest = await findSnapshot(published, params.id)
    return { body: resource(manifest, { ...manifest, files: filesFor(manifest, tier) }) }
  },
})

const link = component('StacLink', 'Link of a STAC catalog', {
  rel: z.enum(['root', 'latest-version', 'child']).meta({
    description: 'Relation',
  }),
  href: text('Address relative to the catalog'),
  type: text('Media type'),
  title: text('Title'),
})

const catalog = component('StacCatalog', 'STAC catalog', {
  type: text('STAC object type'),
  stac_version: text('STAC version'),
  id: text('Id of the catalog', 'farm-directory'),
  title: text('Title', 'Farm Directory'),
  description: text('Description', 'Local farms in the United States'),
  links: list('The catalog, the live snapshot, then every snapshot, newest first', link),
})

const linkTo = (rel: z.infer<typeof link>['rel'], href: string, title: string) => ({
  rel,
  href,
  type: 'application/json',
  title,
})
const collectionOf = (id: string) => `./snapshots/${id}/files/public/collection.json`
const [root, latest] = [
  linkTo('root', './catalog.json', 'Farm Directory'),
  linkTo('latest-version', collectionOf('latest'), 'Live snapshot'),
]

export const stacCatalog = dataRoute({
  path: '/v1/catalog.json',
  operation: 'getCatalog',
  tag: 'Snapshots',
  summary: 'Get the published snapshots as a STAC catalog',
  details:
    'STAC 1.1: one collection per snapshot. `latest-version` leads to the live one. No key is needed.',
  open: true,
  response: catalog,
  usesClock: () => true,
  async answer(_, { published }) {
    const snapshots = await published.list()
    const children = snapshots.map(({ id, built_at }) =>
      linkTo('child', collectionOf(id), `Snapshot built ${built_at}`),
    )
    return {
      body: {
        type: 'Catalog',
        stac_version: '1.1.0',
        id: 'farm-directory',
        title: 'Farm Directory',
        description: 'Local farms in the United States: one collection per published snapshot',
        links: [root, latest, ...children],
      },
    }
  },
})
