import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  type FileMetaData,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { z } from 'zod'
import { manifestFiles } from '../../data/disk/manifest_file.ts'
import { fileDigest } from '../../data/file_digest.ts'
import { descriptions, digestsFile } from '../../data/schema/descriptions.ts'
import type { Manifest, SnapshotFile } from '../../data/schema/manifest.ts'
import { columnsOf, type ColumnType } from '../../data/schema/tables/table.ts'
import { servingFile } from '../../data/schema/serving/columns.ts'
import {
  dictionaryColumns,
  tables,
  type DictionaryColumn,
  type Table,
} from '../../data/schema/tables/tables.ts'
import { versionProblem } from '../../data/schema/versions.ts'
import { digestLines, filePaths } from './files.ts'
import { readManifest, SnapshotsError } from './snapshots.ts'

type Depth = {
  /** Selects the expected files, if some were left out on purpose. */
  isThere?: (path: string) => boolean
  /** False: compares digests only, which shows damage, and takes a fortieth of the time. */
  rows?: boolean
}

/**
 * Reads every file of a snapshot again, Parquet files row by row with hyparquet, and compares them with the
 * manifest and the published schemas. Returns all faults, with file and row.
 */
export async function verifySnapshot(
  folder: string,
  { isThere = () => true, rows = true }: Depth = {},
): Promise<{ files: number; problems: string[] }> {
  const read = await manifestOf(folder)
  if (typeof read === 'string') return { files: 0, problems: [read] }
  const problems = [...(await strayFiles(folder, read.files)), ...contradictions(folder, read)]
  const files = read.files.filter(({ path }) => isThere(path))
  for (const file of files)
    for await (const problem of fileProblems(folder, file, read, rows))
      problems.push(`${file.path}: ${problem}`)
  return { files: files.length, problems }
}

/** The manifest, or its fault. Throws what keeps the system from reading it: it may be whole. */
async function manifestOf(folder: string): Promise<Manifest | string> {
  try {
    const manifest = await readManifest(folder)
    const problem = versionProblem(manifest.schema_version)
    return problem ? `manifest.json: ${problem}` : manifest
  } catch (error) {
    if (error instanceof SnapshotsError) return error.message
    throw error
  }
}

/** Contradictions between the manifest, its list of files, and the folder's name. */
function* contradictions(
  folder: string,
  { id, schema_version, farms, product_listings, files }: Manifest,
): Iterable<string> {
  if (basename(folder) !== id) yield `manifest.json: it is of snapshot ${id}`
  const lists = (path: string) => files.some((file) => file.path === path)
  const tablesThen = tables.filter(({ since = 1 }) => since <= schema_version)
  const expected = [...tablesThen, ...descriptions.filter(({ optional }) => !optional)].map(
    ({ path }) => path,
  )
  for (const path of [...expected, servingFile])
    if (!lists(path)) yield `${path}: missing from the manifest`
  const counted = {
    'members/farms.parquet': farms,
    'members/product_listings.parquet': product_listings,
  }
  for (const [path, rows] of Object.entries(counted)) {
    const listed = files.find((file) => file.path === path)
    if (listed && listed.rows !== rows)
      yield `manifest.json: ${rows} rows of ${path}, and ${listed.rows} in its list of files`
  }
}

async function strayFiles(folder: string, files: SnapshotFile[]): Promise<string[]> {
  const known = new Set([...Object.values(manifestFiles), ...files.map(({ path }) => path)])
  const stray = (await filePaths(folder)).filter((path) => !known.has(path))
  return stray.map((path) => `${path}: not in the manifest`)
}

async function* fileProblems(
  folder: string,
  file: SnapshotFile,
  { schema_version, files }: Manifest,
  rows: boolean,
): AsyncIterable<string> {
  const path = join(folder, file.path)
  if (!existsSync(path)) return yield 'missing'
  const { bytes, sha256 } = await fileDigest(path)
  if (bytes !== file.bytes) return yield `${bytes} bytes, expected ${file.bytes}`
  if (sha256 !== file.sha256)
    return yield 'its SHA-256 is not the manifest’s: the content was changed'
  if (file.path === digestsFile && (await readFile(path, 'utf8')) !== digestLines(files))
    yield 'its digests are not those of the manifest'
  const table = rows && tables.find((each) => each.path === file.path)
  if (table) yield* tableProblems(path, table, file, schema_version)
}

async function* tableProblems(
  path: string,
  table: Table,
  file: SnapshotFile,
  version: number,
): AsyncIterable<string> {
  const buffer = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(buffer).catch((error: Error) => error)
  if (metadata instanceof Error) return yield metadata.message
  const rows = Number(metadata.num_rows)
  if (rows !== file.rows) yield `${rows} rows, expected ${file.rows}`
  const columns = dictionaryColumns(table).filter(({ since }) => since === null || since <= version)
  yield* columnProblems(metadata, columns)
  const names = Object.fromEntries(columns.map(({ name }) => [name, true as const]))
  const schema = table.schema.extend(ofGeometry).pick(names)
  const types = new Map(columnsOf(table.schema).map(({ name, type }) => [name, type]))
  let rowStart = 0
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows)
    const read = await parquetReadObjects({ file: buffer, metadata, compressors, rowStart, rowEnd })
    for (const [index, row] of read.entries()) {
      const { error } = schema.safeParse(plain(row, types))
      if (error) return yield `row ${rowStart + index}: ${z.prettifyError(error)}`
    }
    rowStart = rowEnd
  }
}

const bbox = z.strictObject({
  xmin: z.number(),
  ymin: z.number(),
  xmax: z.number(),
  ymax: z.number(),
})
const ofGeometry = { geometry: z.unknown(), bbox: bbox.nullable() }

function* columnProblems(metadata: FileMetaData, expected: DictionaryColumn[]): Iterable<string> {
  const found = topLevel(metadata)
  const names = found.map(({ name }) => name).join(', ')
  if (names !== expected.map(({ name }) => name).join(', ')) return yield `has the columns ${names}`
  for (const [index, { name, type: described }] of expected.entries()) {
    const { type } = found[index]!
    const types = physicalTypes[described as keyof typeof physicalTypes] ?? ['group']
    if (!types.includes(type)) yield `column ${name} is ${type}, expected ${types.join(' or ')}`
  }
}

const physicalTypes: Record<Exclude<DictionaryColumn['type'], `STRUCT(${string})`>, string[]> = {
  VARCHAR: ['BYTE_ARRAY'],
  'VARCHAR[]': ['LIST'],
  DOUBLE: ['DOUBLE'],
  INTEGER: ['INT32'],
  BOOLEAN: ['BOOLEAN'],
  TIMESTAMPTZ: ['INT64'],
  DATE: ['INT32'],
  JSON: ['BYTE_ARRAY'],
  'MAP(VARCHAR, INTEGER)': ['MAP'],
  'MAP(VARCHAR, DOUBLE)': ['MAP'],
  'MAP(VARCHAR, DOUBLE[])': ['MAP'],
  GEOMETRY: ['BYTE_ARRAY'],
}

/** The columns of a file: the root's children, with their contents. */
function topLevel({ schema }: FileMetaData): { name: string; type: string }[] {
  const columns = []
  for (let at = 1; at < schema.length; at += subtree(schema, at)) {
    const { name, type, converted_type } = schema[at]!
    columns.push({ name, type: type ?? converted_type ?? 'group' })
  }
  return columns
}

function subtree(schema: FileMetaData['schema'], at: number): number {
  let size = 1
  for (let child = 0; child < (schema[at]!.num_children ?? 0); child++)
    size += subtree(schema, at + size)
  return size
}

/** A row in the form of the schemas: missing is null, times are RFC 3339, days `YYYY-MM-DD`. */
function plain(row: Record<string, unknown>, types: Map<string, ColumnType>) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, plainValue(value, types.get(name))]),
  )
}

function plainValue(value: unknown, type: ColumnType | undefined): unknown {
  if (type?.startsWith('STRUCT('))
    return Object.fromEntries(
      Object.entries(value as object).map(([name, each]) => [name, plainValue(each, 'DATE')]),
    )
  if (!(value instanceof Date)) return value ?? null
  const text = value.toISOString()
  return type === 'DATE' ? text.slice(0, 'YYYY-MM-DD'.length) : text.replace('.000Z', 'Z')
}
