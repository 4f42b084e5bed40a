import { basename } from 'node:path'
import { farmsCsvFile } from '../../../data/schema/descriptions.ts'
import { publicFarm } from '../../../data/schema/tables/farm.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { DictionaryColumn } from '../../../data/schema/tables/tables.ts'
import { wordsOfType, json, parquetType, type Described, type DescribedTable } from './described.ts'
import { licenceOf, titleOf } from './terms.ts'

/** `datapackage.json`, a Data Package 2.0, with paths relative to it. */
export function dataPackage({ manifest, tables, terms, title, about }: Described): string {
  const licence = licenceOf({ terms })
  return json({
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'farm-directory',
    id: manifest.id,
    title,
    description: about,
    version: manifest.id,
    created: manifest.built_at,
    licenses: [
      { ...(licence && { name: licence }), path: 'LICENSE.md', title: 'Terms of each source' },
    ],
    sources: terms.map((each) => ({ title: titleOf(each) })),
    resources: [...tables.map(resource), farmsCsv(manifest, tables)],
  })
}

const resource = ({ file, name, description, bytes, sha256, columns }: DescribedTable) => ({
  $schema: 'https://datapackage.org/profiles/2.0/dataresource.json',
  type: 'table',
  name,
  path: file,
  description,
  format: 'parquet',
  mediatype: parquetType,
  bytes,
  hash: `sha256:${sha256}`,
  schema: {
    $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
    fields: columns.map((column) => ({
      name: column.name,
      type: wordsOfType(column.type).frictionless,
      description: column.description,
      ...constraintsOf(column),
    })),
  },
})

/** The same farms without points and boxes. Its cells are as Table Schema reads CSV: lists are JSON. */
function farmsCsv({ files }: Manifest, tables: DescribedTable[]) {
  const farms = tables.find(({ geometry }) => geometry)!
  const columns = farms.columns.filter(({ name }) => name in publicFarm.shape)
  const { bytes, sha256 } = files.find(({ path }) => path === farmsCsvFile)!
  const description = `${farms.description}, for spreadsheets`
  const file = basename(farmsCsvFile)
  const described = resource({
    ...farms,
    file,
    name: 'farms-csv',
    description,
    bytes,
    sha256,
    columns,
  })
  return { ...described, format: 'csv', mediatype: 'text/csv' }
}

function constraintsOf({ type, nullable, values }: DictionaryColumn) {
  const isList = wordsOfType(type).isList
  const constraints = {
    ...(!nullable && { required: true }),
    ...(values && (isList ? { jsonSchema: { items: { enum: values } } } : { enum: values })),
  }
  return Object.keys(constraints).length > 0 && { constraints }
}
