import { z } from 'zod'
import { listFields, sourceFieldNames } from '../../input/source_fields.ts'
import { free } from '../../meta.ts'
import { edition } from './edition.ts'

/** The fields that an edition may ask for. */
export const askedFields = [...sourceFieldNames, 'hours', 'updated_at'] as const
export type AskedField = (typeof askedFields)[number]

/** Fields of terms, in which a column may be a flag: yes or no. */
export const flagFields: readonly AskedField[] = listFields

const counted = z.int32().min(0).nullable()
const byColumn = z.record(z.string(), z.int32().min(0)).nullable()
const ofRows = { unit: 'rows', nulls: 'not asked, or not known to be asked' }
const ofCells = { nulls: 'not asked, or the format has no columns' }

/**
 * What one edition asks of every row, and how its rows answer: one row for each edition and field. Counts are
 * of cells in the source's files, before reading. Carried from snapshot to snapshot.
 */
export const comparability = z.strictObject({
  series: edition.shape.series,
  edition: free(z.iso.date(), 'Date of the edition', {
    example: '2018-08-27',
    source: 'the sources file, else the source file',
  }),
  revision: free(z.int32().min(1), 'Number of the edition among those of that date', {
    example: 1,
    source: 'the builds that read it',
  }),
  field: free(z.enum(askedFields), 'Field of farms, or of a farm feed', {
    example: 'products',
    source: 'the schema',
  }),
  asked: free(
    z.boolean().nullable(),
    'true = a column of the edition is for this field, or a row of a format without columns states it',
    { nulls: 'the format has no columns, and no row states it' },
  ),
  columns: free(z.array(z.string()).nullable(), 'Names of these columns in the files', {
    example: ['SNAP', 'WIC'],
    ...ofCells,
  }),
  rows: free(
    z.int32().min(0),
    'Rows in the files of the edition; without columns, rows that could be read',
    { unit: 'rows' },
  ),
  stated: free(counted, 'Rows with a value, or with a yes in a flag', ofRows),
  no: free(
    counted,
    'Rows with a no (`N`, `0`) in a flag or an empty list, and without a value or a yes',
    ofRows,
  ),
  blank: free(
    counted,
    'Rows in which all these columns are blank, `-`, or a word for it such as `None`',
    ofRows,
  ),
  missing_means: free(
    z.enum(['not asked', 'no answer', 'no or no answer']).nullable(),
    'Meaning of a missing value in this edition. no answer = the rest of the rows is blank; no or no answer = some of the rest say no in every flag, as rows without an answer may',
    { example: 'no answer', nulls: 'not known to be asked', source: 'asked and no' },
  ),
  stated_by_column: free(byColumn, 'stated, by column', ofCells),
  no_by_column: free(byColumn, 'no, by column', ofCells),
  blank_by_column: free(byColumn, 'blank, by column', ofCells),
})
export type Comparability = z.infer<typeof comparability>
