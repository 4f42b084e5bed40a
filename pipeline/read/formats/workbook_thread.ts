import { parentPort } from 'node:worker_threads'
import readAllSheets, { readSheet, type CellValue } from 'read-excel-file/node'
import { answerCalls } from '../../../data/calls.ts'

/** The program of the thread that reads a workbook. */
export type WorkbookTasks = {
  /** The cells of a sheet as text; default: of the first. */
  rows(whole: Uint8Array, sheet: string | undefined): Promise<string[][]>
  sheets(whole: Uint8Array): Promise<{ name: string; rows: number }[]>
}

const tasks: WorkbookTasks = {
  async rows(whole, sheet) {
    const rows = await readSheet(Buffer.from(whole), sheet ?? 1, { trim: false })
    return rows.map((cells) => cells.map(cellText))
  },
  async sheets(whole) {
    const sheets = await readAllSheets(Buffer.from(whole))
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.length }))
  },
}

function cellText(cell: CellValue | null): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T', ' ')
  return String(cell)
}

/**
 * The library reads a sheet in parts, and copies all rows after each. It halves the next part if one took 7 ms: with
 * many rows, or on a busy machine, it would not end. While the clock of this thread stands, the parts grow.
 */
Date.now = () => 0

answerCalls(parentPort!, tasks)
