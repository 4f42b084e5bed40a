import { z } from 'zod'
import { free } from '../../meta.ts'

const text = z.string().min(1)
const editionEvents = ['normal', 'first', 'migration', 'purge', 'change of columns'] as const

/**
 * One source file's content for one series. The newest edition of a series decides what is listed; editions
 * of a continued series are older than all of its successor's. Carried from snapshot to snapshot, so it
 * goes back to the first.
 */
export const edition = z.strictObject({
  series: free(text, 'Series of the edition: one publisher’s dated sequence of files', {
    example: 'usda-local-food-portal/csa',
    source: 'the sources file, else the source',
  }),
  edition: free(
    z.iso.date().nullable(),
    'Date of the edition: `retrieved_at` of the sources file, else the date in the file name, else the newest date in its rows',
    {
      example: '2024-04-18',
      nulls: 'nothing dates it (before schema version 7)',
      source: 'the sources file, else the source file',
    },
  ),
  revision: free(
    z.int32().min(1).nullable(),
    'Number of the file among files of that series and date with different rows, from 1',
    { example: 1, nulls: 'not dated (before schema version 7)', source: 'the builds that read it' },
  ),
  source: free(text, 'Name of the source', {
    example: 'usda-local-food-portal',
    source: 'the sources file, else the source type',
  }),
  file: free(text, 'File name', { example: 'csa_2024-04-18.csv.gz' }),
  sha256: free(z.string().length(64), 'SHA-256 of the file as read, in hexadecimal'),
  rows: free(z.int32().min(0), 'Rows of the series that could be read', { unit: 'rows' }),
  current: free(
    z.boolean(),
    'true = this edition decides which farms are listed in this snapshot',
    {
      source: 'all editions',
    },
  ),
  event: free(
    z.enum(editionEvents).nullable(),
    'Event of the edition: first of its series; migration = first of a series that succeeds another; purge = over a quarter of the farms of the edition before left, and over 20; change of columns = a column that 1 % of the rows fill came or went; normal = none of these',
    {
      example: 'normal',
      nulls: 'no build has read it, or the edition before, since schema version 10',
      source: 'listings_history.parquet and comparability.parquet',
      since: 10,
    },
  ),
  rows_digest: free(
    z.string().length(32).nullable(),
    'MD5 of the MD5s of its rows, sorted: the same in two files with the same rows',
    { nulls: 'no build has read its rows since schema version 13', since: 13 },
  ),
})
export type Edition = z.infer<typeof edition>
