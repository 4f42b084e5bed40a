import { z } from 'zod'
import { free } from '../meta.ts'

const text = z.string().min(1)
const rows = (description: string, since?: number) =>
  free(z.int32().min(0), description, {
    unit: 'rows',
    source: 'the build',
    ...(since && { since }),
  })

/**
 * One source file of a snapshot, and the results for its rows: read = used + merged + history + rejected.
 */
export const source = z.strictObject({
  source: free(text, 'Name of the source, as in the provenance', {
    example: 'usda-farmers-market-directory',
  }),
  kind: free(text, 'Source type', { example: 'usda-farmers-market-directory' }),
  file: free(text, 'File name', { example: '2020-01-31.csv.gz', source: 'the source file' }),
  publisher: free(text, 'Publisher of the source'),
  licence: free(text, 'License of the data'),
  attribution: free(text, 'Credit line'),
  retrieved_at: free(
    z.iso.datetime().nullable(),
    'Time of the download (UTC; DuckDB reads it as TIMESTAMP)',
    { nulls: 'unknown' },
  ),
  edition: free(z.iso.date().nullable(), 'Date of the edition: see editions', {
    example: '2020-01-31',
    nulls: 'no usable row; before schema version 7, nothing dates it',
    source: 'the sources file, else the source file',
    since: 3,
  }),
  sha256: free(z.string().length(64), 'SHA-256 of the file as read, in hexadecimal', {
    source: 'the source file',
  }),
  read: rows('Rows in the file'),
  used: rows('Rows that represent a farm of the snapshot'),
  merged: rows("Rows that were joined with another row's farm"),
  history: rows('Rows of editions that a newer edition of the series has replaced', 3),
  rejected: rows('Rejected rows, each with a reason in the build report'),
})
export type Source = z.infer<typeof source>
