import { basename } from 'node:path'
import { mapping as mappingSchema } from '../../../data/schema/input/mapping.ts'
import { sourceColumns } from '../../../data/source_columns.ts'
import { notStated, type Adapter } from '../adapter.ts'
import { adapterFor } from '../adapters.ts'
import { SourceBytes } from '../formats/source_bytes.ts'
import { sheetsIn } from '../formats/records.ts'
import { columnsOf, theOne, type Column, readSample, type Sample } from './columns.ts'
import { Draft } from './draft.ts'
import { knownType, guessRetrieved } from './known_type.ts'
import { columnKey } from '../columns/column_key.ts'
import { parseInstant } from '../instant.ts'
import { counted } from '../../../data/digit_grouping.ts'

/** A draft sources file, and remarks for the user, one sentence each. */
type Suggestion = { sources: object[]; remarks: string[] }

/**
 * Drafts the entry of a file: with a source type that can read it, else with a mapping guessed from names and
 * values of its columns. Leaves out fields without a column, or sets a constant with a remark. Throws a
 * SourceError if there is no table, or no column of names in it.
 */
export async function suggest(path: string, now: Date = new Date()): Promise<Suggestion> {
  const known = await knownType(path)
  const { entry, remarks } = known ? entryOf(path, known) : await mappedEntry(path)
  const adapter = adapterFor(entry.kind)
  const mapping = entry.mapping && mappingSchema.parse(entry.mapping)
  const { kind, name, ...others } = entry
  if (entry.edition) return { sources: [{ kind, ...(name && { name }), path, ...others }], remarks }
  const { date, from } = await guessRetrieved(path, adapter, entry, mapping, now)
  return {
    sources: [{ kind, ...(name && { name }), path, retrieved_at: date, ...others }],
    remarks: [
      `retrieved_at: ${date} is ${from}; check it: it is the day on which the file was downloaded`,
      ...remarks,
    ],
  }
}

type Entry = Partial<typeof notStated> & {
  kind: string
  name?: string
  sheet?: string
  edition?: string
  where?: Record<string, string[]>
  mapping?: object
}
type Drafted = { entry: Entry; remarks: string[] }

const whoseList = '`publisher`, `licence`, `attribution`: fill in whose list it is'

/** Publishers' own types need no name: their files are editions of one series. */
function entryOf(path: string, { kind, licence }: Adapter): Drafted {
  const isOwned = licence !== notStated.licence
  return {
    entry: {
      kind,
      ...(!(kind in sourceColumns) && { name: nameOf(path) }),
      ...(!isOwned && notStated),
    },
    remarks: [...(isOwned ? [] : [whoseList]), `${kind} reads it without a mapping`],
  }
}

async function mappedEntry(path: string): Promise<Drafted> {
  const { sheet, unread } = await sheetToRead(path)
  await using file = await SourceBytes.open(path)
  const sample = await readSample(file, sheet)
  const hasPoints = sample.rows.some((row) => row.parts.geometry)
  const all = columnsOf(sample)
  const edition = editionColumn(sample, all)
  const chosen = chosenRows(all)
  const columns = all.filter((column) => column !== edition && column !== chosen?.column)
  const { mapping, remarks } = new Draft(columns, basename(path), hasPoints)
  const rows = {
    ...(sheet && { sheet }),
    ...(edition && { edition: edition.name }),
    ...(chosen && { where: chosen.where }),
  }
  const entry = { kind: kindOf(path, sample), name: nameOf(path), ...rows, ...notStated, mapping }
  const ofRows = [
    ...unread,
    ...(edition ? [severalEditions(edition.name)] : []),
    ...(chosen ? [chosen.remark] : []),
  ]
  return { entry, remarks: [...ofRows, whoseList, ...remarks] }
}

/** The longest sheet of a workbook, unless it is the first, and a remark on the others. */
async function sheetToRead(path: string): Promise<{ sheet?: string; unread: string[] }> {
  await using file = await SourceBytes.open(path)
  const sheets = await sheetsIn(file)
  const [longest, ...others] = (sheets ?? []).toSorted((a, b) => b.rows - a.rows)
  if (!longest || others.length === 0) return { unread: [] }
  const names = others.map(({ name }) => `\`${name}\``).join(', ')
  const remark = `sheet: \`${longest.name}\` is read, and not ${names}: each needs an entry with its own \`name\``
  return { ...(longest !== sheets![0] && { sheet: longest.name }), unread: [remark] }
}

const severalEditions = (column: string) =>
  `edition: \`${column}\` dates the rows; the newest edition is listed, the others are history`

/** csv, xlsx and geojson are read alike; the type is only informative. */
function kindOf(path: string, { isJson }: Sample): string {
  if (isJson) return 'geojson'
  return /\.xlsx(?:\.gz)?$/i.test(path) ? 'xlsx' : 'csv'
}

/** The name of a source, made from the file's name. */
const nameOf = (path: string) =>
  basename(path)
    .toLowerCase()
    .replace(/(?:\.(?:csv|xlsx|geojson|json|jsonl|ndjson|txt|gz))+$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'farms'

const named =
  /^(?:edition|(?:report|list|listing|data|survey|edition)?year|snapshotdate|asof(?:date)?)$/

/**
 * The column with the year or date of each row's edition; null if the sample is one edition. In a file with
 * several editions, farms come back: a year of foundation never changes for a name.
 */
function editionColumn({ rows }: Sample, columns: Column[]): Column | null {
  const name = theOne(columns, 'name')?.name
  const isEdition = (column: Column) =>
    named.test(columnKey(column.name)) && column.values.every(isDate)
  const found = columns.find(isEdition)
  if (!found || name === undefined) return null
  const editions = Map.groupBy(rows, (row) => row.get(name))
  const comesBack = editions
    .values()
    .some((same) => new Set(same.map((row) => row.get(found.name))).size > 1)
  return comesBack ? found : null
}

const isDate = (text: string) => /^\s*(?:19|20)\d\d\s*$/.test(text) || parseInstant(text) !== null

const stateColumns =
  /^(?:\w*status|(?:is)?(?:active|open|current|published|approved)|in(?:business|operation))$/
const inForce =
  /^(?:active|approved|current|in (?:business|operation)|licensed|open|operating|published|valid|y|yes|true|1)$/i
const over =
  /^(?:canceled|cancelled|closed|denied|expired|inactive|not active|out of business|pending|rejected|revoked|suspended|withdrawn|n|no|false|0)$/i

/**
 * Finds the column with the state of each row, and its values for rows in force. Returns null if there is none,
 * if it has a word that is not known, or if all its rows are in force.
 */
function chosenRows(columns: Column[]) {
  for (const column of columns.filter(({ name }) => stateColumns.test(columnKey(name)))) {
    const words = Map.groupBy(column.values, (text) => text.trim())
    const chosen = [...words.keys()].filter((word) => inForce.test(word))
    const left = [...words.keys()].filter((word) => over.test(word))
    if (chosen.length === 0 || left.length === 0 || chosen.length + left.length < words.size)
      continue
    const rows = left.reduce((sum, word) => sum + words.get(word)!.length, 0)
    const remark =
      `where: \`${column.name}\` leaves out ${counted(rows, 'row')} of the first ${column.values.length} ` +
      `(${left.join(', ')}); check it`
    return { column, where: { [column.name]: chosen }, remark }
  }
  return null
}
