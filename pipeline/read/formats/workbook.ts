import { readSheet, type CellValue } from 'read-excel-file/node'
import { SourceError } from '../source_error.ts'
import type { CsvRecord } from './csv.ts'
import { readWhole } from './file.ts'

/**
 * Reads the rows of a workbook's first sheet as text: numbers in JavaScript notation, dates as `YYYY-MM-DD
 * HH:MM:SS`, blank cells as ''. Skips blank rows; a record's line is its row number. `path` names the file in
 * errors. Throws a SourceError if it is not a workbook.
 */
export async function* readWorkbook(
  bytes: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<CsvRecord> {
  const rows = await sheetOf(await readWhole(bytes, path), path)
  for (const [index, cells] of rows.entries()) {
    const fields = cells.map(cellText)
    if (fields.some((field) => field.trim() !== '')) yield { line: index + 1, fields }
  }
}

async function sheetOf(bytes: Buffer, path: string): Promise<(CellValue | null)[][]> {
  try {
    return await readSheet(bytes, { trim: false })
  } catch (error) {
    throw new SourceError(
      `${path} can't be read as an Excel workbook: ${(error as Error).message} (save it as CSV)`,
      { cause: error },
    )
  }
}

function cellText(cell: CellValue | null): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return String(cell)
}
