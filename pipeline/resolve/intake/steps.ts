import { authorities } from '../../../data/schema/input/sources_file.ts'
import { reject } from '../../../data/schema/report.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { productListing } from '../../../data/schema/tables/product_listing.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { columnDefinitions, jsonLines } from '../../database/database.ts'
import { given, statement, stepsOf, view, type Step } from '../../database/step.ts'
import { editionOf } from '../../intake/edition.ts'
import type { Intake } from '../../intake/intake.ts'
import type { RowList } from '../../intake/file_reader.ts'
import type { Input } from '../../intake/read_sources.ts'
import { computedFields } from '../../normalize/observation.ts'

const step = stepsOf(import.meta.url)

/** The rows read in this build. */
export const intakeSteps = ({ lists, intakes, rejects }: Input): Step[] => [
  statement('intake.rows', rowsOf(lists)),
  given('intake.counts', countTypes, countRows(lists, intakes)),
  given('intake.inputs', inputTypes, inputRows(intakes)),
  given('intake.answers', answerTypes, answerRows(intakes)),
  given('intake.column_answers', columnAnswerTypes, columnAnswerRows(intakes)),
  view('intake.rejects', `from ${jsonLines(rejects, columnsOf(reject))}`),
]

/** The rows that the current editions list: their observations, and the listing of each row. */
export const listedSteps: Step[] = [
  step('intake.shared_points'),
  step('intake.observations'),
  step('intake.source_rows'),
]

const listingColumns = columnsOf(productListing.omit({ farm_id: true }))
/** Columns of an observation (normalize/observation.ts): farm columns that a source can fill, and its own. */
const observationColumns = [
  ...columnsOf(farm).filter(({ name }) => !(computedFields as readonly string[]).includes(name)),
  { name: 'seq', type: 'INTEGER' },
  { name: 'input', type: 'INTEGER' },
  { name: 'series', type: 'VARCHAR' },
  { name: 'file', type: 'VARCHAR' },
  { name: 'first_id', type: 'VARCHAR' },
  { name: 'row_digest', type: 'VARCHAR' },
  { name: 'weekdays', type: 'VARCHAR[]' },
  { name: 'source', type: 'VARCHAR' },
  { name: 'source_id', type: 'VARCHAR' },
  { name: 'line', type: 'INTEGER' },
  { name: 'stated_county', type: 'VARCHAR' },
  { name: 'corrections', type: 'VARCHAR[]' },
  { name: 'kept_texts', type: 'JSON' },
  { name: 'product_listings', type: `STRUCT(${columnDefinitions(listingColumns)})[]` },
]

/** The rows of lists, with the numbers of the build. One statement takes half the time of one for each. */
const rowsOf = (lists: RowList[]) =>
  lists
    .filter(({ past }) => !past)
    .map(
      ({ path, seq, input }) =>
        `select * replace (seq + ${seq} as seq, input + ${input} as input)
         from ${jsonLines(path, observationColumns)}`,
    )
    .join(' union all ') ||
  `select unnest([]::STRUCT(${columnDefinitions(observationColumns)})[], max_depth := 2)`

const countTypes = { input: 'INTEGER', series: 'VARCHAR', file: 'VARCHAR', rows: 'INTEGER' }

/** The number of rows of each series in a file. */
const countRows = (lists: RowList[], intakes: Intake[]) =>
  lists.flatMap(({ counts }) =>
    counts.map((each) => ({ ...each, file: intakes[each.input]!.file })),
  )

const inputTypes = {
  input: 'INTEGER',
  source: 'VARCHAR',
  publisher: 'VARCHAR',
  licence: 'VARCHAR',
  sha256: 'VARCHAR',
  authority: 'INTEGER',
  edition: 'DATE',
}

/** One row per source file, by its number. */
const inputRows = (intakes: Intake[]) =>
  intakes.map((intake, input) => {
    const { name: source, publisher, licence, sha256 } = intake
    const authority = authorities.indexOf(intake.authority)
    return { input, source, publisher, licence, sha256, authority, edition: editionOf(intake) }
  })

const counts = { stated: 'INTEGER', no: 'INTEGER' }
const answerTypes = { input: 'INTEGER', field: 'VARCHAR', rows: 'INTEGER', ...counts }
const columnAnswerTypes = { input: 'INTEGER', field: 'VARCHAR', name: 'VARCHAR', ...counts }

/** How the rows of each file answer, by field; none for formats without columns. */
const answerRows = (intakes: Intake[]) =>
  intakes.flatMap(({ columns: { answers } }, input) =>
    [...(answers?.fields ?? [])].map(([field, counts]) => ({
      input,
      field,
      rows: answers!.rows,
      ...counts,
    })),
  )

/** The same by column; a column for several fields has a row for each. */
const columnAnswerRows = (intakes: Intake[]) =>
  intakes.flatMap(({ columns: { answers } }, input) =>
    (answers?.columns ?? []).flatMap(({ name, fields, counts }) =>
      fields.map((field) => ({ input, field, name, ...counts })),
    ),
  )
