import { utcDay } from '../../../data/calendar.ts'
import type { DictionaryColumn } from '../../../data/schema/tables/tables.ts'
import {
  wordsOfType,
  datasetTitle,
  json,
  parquetType,
  type Described,
  type DescribedTable,
} from './described.ts'
import { licenceOf } from './terms.ts'

/** The part of the JSON-LD context in appendix 1 of the specification that this file uses. */
const context = {
  '@language': 'en',
  '@vocab': 'http://schema.org/',
  sc: 'http://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  arrayShape: 'cr:arrayShape',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  isArray: 'cr:isArray',
  isLiveDataset: 'cr:isLiveDataset',
  key: 'cr:key',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  source: 'cr:source',
}

/**
 * `croissant.json`, MLCommons Croissant 1.1. Addresses are relative to the file, since a build does not know
 * its server. The version is the schema version with the snapshot's id as build metadata, as the specification
 * asks of a live dataset. A column with listed values refers to a record set of these values.
 */
export function croissant({ manifest, tables, terms, title, about }: Described): string {
  const { id, schema_version, built_at } = manifest
  const licence = licenceOf({ terms })
  return json({
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: title,
    description: about,
    url: './',
    license: licence ? `https://spdx.org/licenses/${licence}` : 'LICENSE.md',
    creator: { '@type': 'sc:Organization', name: datasetTitle },
    datePublished: utcDay(built_at),
    version: `${schema_version}.0.0+${id}`,
    isLiveDataset: true,
    citeAs: `${title}, snapshot ${id}, ${utcDay(built_at)}`,
    distribution: tables.map(fileObject),
    recordSet: tables.flatMap((table) => [
      recordSet(table),
      ...table.columns.flatMap(enumerationOf(table)),
    ]),
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
    dataType: wordsOfType(column.type).croissant,
    ...(wordsOfType(column.type).isList && { isArray: true, arrayShape: '-1' }),
    ...(column.values && {
      references: { field: { '@id': `${enumerationName(name, column)}/name` } },
    }),
    source: { fileObject: { '@id': file }, extract: { column: column.name } },
  })),
})

const enumerationName = (table: string, { name }: DictionaryColumn) => `${table}.${name}`

const enumerationOf = (table: DescribedTable) => (column: DictionaryColumn) => {
  if (!column.values) return []
  const name = enumerationName(table.name, column)
  return [
    {
      '@type': 'cr:RecordSet',
      '@id': name,
      name,
      description: `Values of ${name}`,
      dataType: 'sc:Enumeration',
      key: { '@id': `${name}/name` },
      field: [
        { '@type': 'cr:Field', '@id': `${name}/name`, name: `${name}/name`, dataType: 'sc:Text' },
      ],
      data: column.values.map((value) => ({ [`${name}/name`]: value })),
    },
  ]
}
