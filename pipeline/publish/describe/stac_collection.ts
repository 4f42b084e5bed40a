import { descriptions } from '../../../data/schema/descriptions.ts'
import type { DictionaryColumn } from '../../../data/schema/tables/tables.ts'
import { json, parquetType, type Described, type DescribedTable, type Extent } from './described.ts'
import { isUnknown, licenceOf } from './terms.ts'

const extensions = {
  file: 'https://stac-extensions.github.io/file/v2.1.0/schema.json',
  table: 'https://stac-extensions.github.io/table/v1.2.0/schema.json',
  version: 'https://stac-extensions.github.io/version/v1.2.0/schema.json',
}

/**
 * `collection.json`, a STAC collection 1.1.0 without items: the tables are its assets, and the columns
 * those of the farms. Addresses are relative to the file, so that it has no link to itself.
 */
export function stacCollection(described: Described): string {
  const { manifest, extent, tables, title, about } = described
  const farms = tables.find(({ geometry }) => geometry)!
  return json({
    type: 'Collection',
    stac_version: '1.1.0',
    stac_extensions: Object.values(extensions),
    id: `farm-directory-${manifest.id}`,
    title,
    description: about,
    license: licenceOf(described) ?? 'other',
    version: manifest.id,
    updated: manifest.built_at,
    providers: providersOf(described),
    extent: extentOf(extent, manifest.built_at),
    'table:columns': farms.columns.map(columnOf),
    'table:primary_geometry': 'geometry',
    'table:row_count': farms.rows,
    'table:tables': Object.fromEntries(
      tables.map(({ name, description }) => [name, { description }]),
    ),
    links: [
      { rel: 'license', href: './LICENSE.md', type: mediaTypeOf('LICENSE.md') },
      { rel: 'cite-as', href: './CITATION.cff', type: mediaTypeOf('CITATION.cff') },
      { rel: 'describedby', href: './dictionary.json', type: mediaTypeOf('dictionary.json') },
    ],
    assets: Object.fromEntries(tables.map((table) => [table.name, assetOf(table)])),
  })
}

const assetOf = ({ file, description, bytes, sha256, rows, columns }: DescribedTable) => ({
  href: `./${file}`,
  title: file,
  description,
  type: parquetType,
  roles: ['data'],
  'file:size': bytes,
  'file:checksum': `${sha256Prefix}${sha256}`,
  'table:row_count': rows,
  'table:columns': columns.map(columnOf),
})

/** Of a multihash: the function is SHA-256, and 32 bytes follow. */
const sha256Prefix = '1220'

const columnOf = ({ name, description, type }: DictionaryColumn) => ({ name, description, type })

/** Each publisher once, as far as they are known. */
function providersOf({ terms }: Described) {
  const names = terms.map(({ publisher }) => publisher)
  return [...new Set(names)]
    .filter((name) => !isUnknown(name))
    .map((name) => ({ name, roles: ['producer'] }))
}

/** Of a snapshot without any location the whole world: the format takes no unknown one. */
function extentOf({ bbox, from, to }: Extent, builtAt: string) {
  const { west, south, east, north } = bbox ?? { west: -180, south: -90, east: 180, north: 90 }
  return {
    spatial: { bbox: [[west, south, east, north]] },
    temporal: { interval: [[midnight(from), midnight(to) ?? builtAt]] },
  }
}

const midnight = (day: string | null) => day && `${day}T00:00:00Z`

const mediaTypeOf = (name: string): string =>
  descriptions.find(({ path }) => path === `public/${name}`)!.mediaType.split(';')[0]!
