import { dictionaryFile } from './tables/tables.ts'

/** A file that describes a snapshot; its path is inside the snapshot. */
export type Description = {
  path: string
  mediaType: string
  purpose: string
  /** Snapshots of earlier programs lack it. */
  optional?: true
}

export const farmsCsvFile = 'public/farms.csv'

export const digestsFile = 'public/SHA256SUMS'

const description = (path: string, type: string, purpose: string): Description => ({
  path,
  mediaType: `${type}; charset=utf-8`,
  purpose,
})

/**
 * Descriptions of a snapshot for readers and programs, beside its public tables. All except the dictionary
 * and the CSV contain the snapshot's id, which is derived from the files written before them.
 */
export const descriptions: Description[] = [
  {
    ...description(farmsCsvFile, 'text/csv', 'Farms, with free fields, for spreadsheets'),
    optional: true,
  },
  description(dictionaryFile, 'application/json', 'Meaning of every column of every table'),
  description('public/LICENSE.md', 'text/markdown', 'Terms and credits by source'),
  description('public/CITATION.cff', 'application/yaml', 'Citation of this snapshot'),
  description('public/farms.sql', 'application/sql', 'A DuckDB view of each public table'),
  description(
    'public/croissant.json',
    'application/ld+json',
    'Files and columns as Croissant 1.1, for machine learning and dataset search',
  ),
  description(
    'public/datapackage.json',
    'application/json',
    'Files and columns as a Data Package 2.0',
  ),
  description(
    'public/collection.json',
    'application/json',
    'Extent, files and columns as a STAC 1.1 collection',
  ),
  description(digestsFile, 'text/plain', 'Digests of the other public files, for sha256sum -c'),
]
