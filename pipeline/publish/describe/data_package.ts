import { columnTypes } from './column_types.ts'
import { json, parquetType, type Described, type DescribedTable } from './described.ts'
import { isUnknown, licenceOf } from './terms.ts'

/** `datapackage.json`, a Data Package 1.0 of Frictionless Data, with paths relative to it. */
export function dataPackage({ manifest, tables, terms, title, about }: Described): string {
  const licence = licenceOf({ terms })
  return json({
    profile: 'data-package',
    name: 'farm-directory',
    id: manifest.id,
    title,
    description: about,
    version: manifest.id,
    created: manifest.built_at,
    licenses: [
      { ...(licence && { name: licence }), path: 'LICENSE.md', title: 'Terms of each source' },
    ],
    sources: terms.map(({ source, publisher, attribution }) => ({
      title: [source, publisher, attribution].filter((text) => !isUnknown(text)).join('; '),
    })),
    resources: tables.map(resource),
  })
}

const resource = ({ file, name, description, bytes, sha256, columns }: DescribedTable) => ({
  profile: 'data-resource',
  name,
  path: file,
  description,
  format: 'parquet',
  mediatype: parquetType,
  bytes,
  hash: `sha256:${sha256}`,
  schema: {
    fields: columns.map((column) => ({
      name: column.name,
      type: columnTypes[column.type].frictionless,
      description: column.description,
      ...(!column.nullable && { constraints: { required: true } }),
    })),
  },
})
