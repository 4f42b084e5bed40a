import { dictionaryFile } from './tables/tables.ts'

/** A file that describes a snapshot; its path is inside the snapshot. */
export type Description = {
  path: string
  mediaType: string
  purpose: string
  /** Snapshots of earlier programs lack it. */
  optional?: true
}

const description = (name: string, mediaType: string, purpose: string): Description => ({
  path: `public/${name}`,
  mediaType,
  purpose,
})

export const farmsCsvFile = 'public/farms.csv'

export const digestsFile = 'public/SHA256SUMS'

/**
 * Descriptions of a snapshot for readers and programs, beside its public tables. All except the dictionary
 * and the CSV contain the snapshot's id, which is derived from the files written before them.
 */
export const descriptions: Description[] = [
  {
    path: farmsCsvFile,
    mediaType: 'text/csv; charset=utf-8',
    purpose: 'Farms, with free fields, for spreadsheets',
    optional: true,
  },
  {
    path: dictionaryFile,
    mediaType: 'application/json; charset=utf-8',
    purpose: 'Meaning of every column of every table',
  },
  description('LICENSE.md', 'text/markdown; charset=utf-8', 'Terms and credits by source'),
  description('CITATION.cff', 'application/yaml; charset=utf-8', 'Citation of this snapshot'),
  description('farms.sql', 'application/sql; charset=utf-8', 'A DuckDB view of each public table'),
  description(
    'croissant.json',
    'application/ld+json; charset=utf-8',
    'Files and columns as Croissant 1.1, for machine learning and dataset search',
  ),
  description(
    'datapackage.json',
    'application/json; charset=utf-8',
    'Files and columns as a Data Package 2.0',
  ),
  description(
    'collection.json',
    'application/json; charset=utf-8',
    'Extent, files and columns as a STAC 1.1 collection',
  ),
  {
    path: digestsFile,
    mediaType: 'text/plain; charset=utf-8',
    purpose: 'Digests of the other public files, for sha256sum -c',
  },
]
