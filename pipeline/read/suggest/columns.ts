import { fieldOfColumn, type ColumnMeaning } from '../../../data/schema/input/column_names.ts'
import { shapeOf, type Shape } from '../shapes.ts'
import type { CsvRecord } from '../formats/csv.ts'
import type { JsonRecord } from '../formats/json.ts'
import { readRecords } from '../formats/records.ts'
import type { SourceBytes } from '../formats/source_bytes.ts'
import { makeHeader, Row } from '../row.ts'
import { titleLines } from '../rows.ts'
import { SeenColumns } from '../seen_columns.ts'
import { SourceError } from '../source_error.ts'

/** A column, the meaning of its name (null = unknown), and the shape of its values. */
export type Column = {
  name: string
  meaning: ColumnMeaning | null
  /** True if the meaning comes only from its values. */
  isGuess: boolean
  shape: Shape | null
  /** Its values without blanks. */
  values: string[]
}

/** The meaning of a column with an unknown name, by the shape of its values. */
const byShape: Partial<Record<Shape, ColumnMeaning>> = {
  email: 'email',
  'web address': 'website',
  'telephone number': 'phone',
  latitude: 'lat',
  longitude: 'lng',
  point: 'location',
  days: 'day',
  hours: 'hours',
}

/** Shape that some value needs for a name to count: coordinates may use a map's own grid. */
const needed: Partial<Record<ColumnMeaning, Shape>> = {
  lat: 'latitude',
  lng: 'longitude',
  location: 'point',
}

/** The columns of a sample that are not empty, with their meanings. */
export function columnsOf({ rows, columns }: Sample): Column[] {
  return Object.entries(columns.shapes()).flatMap(([name, shape]): Column[] => {
    const values = rows.flatMap((row) => row.get(name) ?? [])
    return values.length > 0 ? [{ name, shape, values, ...meaningOf(name, shape, values) }] : []
  })
}

function meaningOf(name: string, shape: Shape | null, values: string[]) {
  if (isPosition(name, values)) return { meaning: 'location' as const, isGuess: false }
  const said = named(name)
  const must = said && needed[said]
  const isContradicted = shape === 'flag' || (must && !values.some((text) => isOfShape(text, must)))
  if (said !== null && !isContradicted) return { meaning: said, isGuess: false }
  const isPlaceInWords = said === 'location' && (shape ?? 'text') === 'text'
  return {
    meaning: (shape && byShape[shape]) ?? (isPlaceInWords ? 'address' : null),
    isGuess: true,
  }
}

/** A longitude may lack its sign. */
const isOfShape = (text: string, shape: Shape) =>
  shapeOf(text) === shape || (shape === 'longitude' && shapeOf(`-${text.trim()}`) === shape)

/** GeoJSON's `coordinates` in an object: `-72.14;44.41`. */
const isPosition = (name: string, values: string[]) =>
  /\.coordinates$/i.test(name) && values.every((text) => /^-?[\d.]+;-?[\d.]+/.test(text))

/** In a nested name (`contact.phone`) the inner name is more specific. */
const named = (name: string) =>
  fieldOfColumn(name) ??
  fieldOfColumn(name.split('.').at(-1)!) ??
  fieldOfColumn(name.split('.')[0]!)

/** The first column with this meaning. */
export const theOne = (columns: Column[], meaning: ColumnMeaning): Column | undefined =>
  columns.find((column) => column.meaning === meaning)

/** The beginning of an undescribed table, and its columns. */
export type Sample = { rows: Row[]; columns: SeenColumns; isJson: boolean }

const mostRows = 1000

/** Reads the first thousand rows of a file. Throws a SourceError if there are none. */
export async function readSample(file: SourceBytes, sheet?: string): Promise<Sample> {
  const tables: CsvRecord[] = []
  const objects: JsonRecord[] = []
  for await (const record of readRecords(file, sheet)) {
    if ('rejected' in record) continue
    if ('fields' in record) tables.push(record)
    else objects.push(record)
    if (tables.length + objects.length > mostRows) break
  }
  const columns = new SeenColumns()
  const rows =
    objects.length > 0
      ? objects.map(({ line, object, text }) => Row.ofObject(line, object, text))
      : rowsBelow(tables, columns)
  for (const row of rows) columns.take(row)
  if (rows.length === 0) throw new SourceError(`${file.path} has no rows below its columns' names`)
  return { rows, columns, isJson: objects.length > 0 }
}

/** The header is the first of the fullest lines at the beginning: a title has one cell. */
function rowsBelow(records: CsvRecord[], columns: SeenColumns): Row[] {
  const filled = ({ fields }: CsvRecord) => fields.filter((field) => field.trim() !== '').length
  const [header] = records.slice(0, titleLines + 1).toSorted((a, b) => filled(b) - filled(a))
  if (!header) return []
  columns.header(header.fields)
  const made = makeHeader(header.fields, true)
  return records
    .slice(records.indexOf(header) + 1)
    .filter(({ fields }) => fields.length === header.fields.length)
    .map(({ line, fields }) => Row.ofFields(line, fields, made))
}
