import { z } from 'zod'
import { free } from '../meta.ts'

const text = z.string().min(1)

/**
 * What one source file held of one series. Of the editions of a series the newest says what is
 * listed; those of a series that another continues are older than any of that. Carried from snapshot
 * to snapshot, so it reaches back to the first.
 */
export const edition = z.strictObject({
  series: free(text, 'Series that it is an edition of: one publisher’s one directory', {
    example: 'usda-local-food-portal/csa',
    source: 'the sources file, else the source',
  }),
  edition: free(
    z.iso.date().nullable(),
    'Date of the edition: when the file was retrieved, else the date in its name, else the newest date in it',
    {
      example: '2024-04-18',
      nulls: 'nothing dates it',
      source: 'the sources file, else the source file',
    },
  ),
  revision: free(
    z.int32().min(1).nullable(),
    'Which of the files of that series and date, where nights read several with different content, from 1',
    { example: 1, nulls: 'not dated', source: 'the builds that read it' },
  ),
  source: free(text, 'Name of the source', {
    example: 'usda-local-food-portal',
    source: 'the sources file, else the kind of source',
  }),
  file: free(text, 'File name', { example: 'csa_2024-04-18.csv.gz' }),
  sha256: free(z.string().length(64), 'SHA-256 of the file as read, in hexadecimal'),
  rows: free(z.int32().min(0), 'Rows of the series that could be read', { unit: 'rows' }),
  current: free(z.boolean(), 'Whether it says what is listed in this snapshot', {
    source: 'all editions',
  }),
})
export type Edition = z.infer<typeof edition>
