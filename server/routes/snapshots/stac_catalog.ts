import { z } from 'zod'
import { component, list, text } from '../../http/answer_fields.ts'
import { dataRoute } from '../data_route.ts'

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
