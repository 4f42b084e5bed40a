import { Thread } from '../../../data/calls.ts'
import { SourceError } from '../source_error.ts'
import type { CsvRecord } from './csv.ts'
import { maxWholeBytes, readWhole } from './file.ts'
import type { WorkbookTasks } from './workbook_thread.ts'

/**
 * Memory for the cells of a workbook. A sheet is read as a whole, as wide as its widest row and down to its last
 * cell, so that a stray cell in a far corner makes millions of cells.
 */
const cells_mb = 1024
const program = new URL('workbook_thread.ts', import.meta.url)

/**
 * Reads the rows of a sheet as text: numbers in JavaScript notation, dates as `YYYY-MM-DD HH:MM:SS`, blank
 * cells as ''. Skips blank rows; a record's line is its row number. `path` names the file in errors. Throws a
 * SourceError if it is not a workbook, lacks the sheet, or is too large.
 */
export async function* readWorkbook(
  bytes: AsyncIterable<Buffer>,
  path: string,
  sheet: string | undefined,
): AsyncGenerator<CsvRecord> {
  const rows = await ofWorkbook(path, bytes, (thread, whole) => thread.ask('rows', whole, sheet))
  for (const [index, fields] of rows.entries())
    if (fields.some((field) => field.trim() !== '')) yield { line: index + 1, fields }
}

/** The sheets of a workbook, and how many rows each has. Throws a SourceError if it cannot be read. */
export const sheetsOf = (bytes: AsyncIterable<Buffer>, path: string) =>
  ofWorkbook(path, bytes, (thread, whole) => thread.ask('sheets', whole))

/** In a thread, which may run out of memory without ending the build. */
async function ofWorkbook<R>(
  path: string,
  bytes: AsyncIterable<Buffer>,
  read: (thread: Thread<WorkbookTasks>, whole: Uint8Array) => Promise<R>,
): Promise<R> {
  const whole = await readWhole(bytes, path)
  if (unpackedBytes(whole) > maxWholeBytes)
    throw new SourceError(`${path} unpacks to over ${maxWholeBytes} bytes: save it as CSV`)
  const thread = new Thread<WorkbookTasks>(program, {
    resourceLimits: { maxOldGenerationSizeMb: cells_mb },
  })
  try {
    return await read(thread, whole)
  } catch (error) {
    throw new SourceError(`${path}${reasonOf(error as NodeJS.ErrnoException)}`, { cause: error })
  } finally {
    await thread.worker.terminate()
  }
}

function reasonOf({ name, code, message }: NodeJS.ErrnoException): string {
  if (name === 'SheetNotFoundError') return `: ${message}`
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return ` needs over ${cells_mb} MB for its cells: delete empty rows and columns with a stray cell, or save it as CSV`
  return ` can't be read as an Excel workbook: ${message} (unpack a ZIP archive, or save it as CSV)`
}

const endMark = Buffer.from([0x50, 0x4b, 5, 6])
const entryMark = 0x02014b50
const entryBytes = 46

/** The size of the unpacked files of a ZIP archive, by its directory: the last part of the archive. */
function unpackedBytes(zip: Buffer): number {
  const end = zip.lastIndexOf(endMark)
  if (end < 0 || end + 20 > zip.length) return 0 // no archive: the reader says why
  let bytes = 0
  let at = zip.readUInt32LE(end + 16)
  while (at + entryBytes <= end && zip.readUInt32LE(at) === entryMark) {
    bytes += zip.readUInt32LE(at + 24)
    const [name, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field))
    at += entryBytes + name! + extra! + comment!
  }
  return bytes
}
