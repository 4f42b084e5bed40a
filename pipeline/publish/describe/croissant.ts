import { columnTypes } from './column_types.ts'
import {
  datasetTitle,
  dayOf,
  json,
  parquetType,
  type Described,
  type DescribedTable,
} from './described.ts'
import { licenceOf } from './terms.ts'

/** The JSON-LD context that appendix 1 of the specification recommends, as far as it is used here. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  isLiveDataset: 'cr:isLiveDataset',
  recordSet: 'cr:recordSet',
  repeated: 'cr:repeated',
  source: 'cr:source',
}

/**
 * `croissant.json`, Croissant 1.0 of MLCommons. Addresses are relative to the file: the build does not
 * know where it is served. The version is the schema's, as the specification asks for data that is
 * published anew every night, with the snapshot's id as build metadata.
 */
export function croissant({ manifest, tables, terms, title, about }: Described): string {
  const { id, schema_version, built_at } = manifest
  const licence = licenceOf({ terms })
  return json({
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: title,
    description: about,
    url: './',
    license: licence ? `https://spdx.org/licenses/${licence}` : 'LICENSE.md',
    creator: { '@type': 'sc:Organization', name: datasetTitle },
    datePublished: dayOf(built_at),
    version: `${schema_version}.0.0+${id}`,
    isLiveDataset: true,
    citeAs: `${title}, snapshot ${id}, ${dayOf(built_at)}`,
    distribution: tables.map(fileObject),
    recordSet: tables.map(recordSet),
  })
}

const fileObject = ({ file, description, bytes, sha256 }: DescribedTable) => ({
  '@type': 'cr:FileObject',
  '@id': file,
  name: file,
  description,
  contentUrl: file,
  contentSize: `${bytes} B`,
  encodingFormat: parquetType,
  sha256,
})

const recordSet = ({ file, name, description, columns }: DescribedTable) => ({
  '@type': 'cr:RecordSet',
  '@id': name,
  name,
  description,
  field: columns.map((column) => ({
    '@type': 'cr:Field',
    '@id': `${name}/${column.name}`,
    name: column.name,
    description: column.description,
    dataType: columnTypes[column.type].croissant,
    ...(columnTypes[column.type].isList && { repeated: true }),
    source: { fileObject: { '@id': file }, extract: { column: column.name } },
  })),
})
