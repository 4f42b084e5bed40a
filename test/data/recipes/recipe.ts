import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { literal } from '../../../data/sql_literal.ts'
import { fencesOf } from '../../documents/fences.ts'
import { withDuckDb } from '../../support/duckdb.ts'

const path = join(import.meta.dirname, '../../../data/recipes/README.md')

/** The fences of data/recipes/README.md, in their order. */
export const fences = fencesOf(readFileSync(path, 'utf8'))

/** The query below a heading of the document, without its semicolon and its limit. */
export function recipe(heading: string): string {
  const found = fences.find((each) => each.section === heading && each.language === 'sql')
  if (!found) throw new Error(`no recipe is called ${heading}`)
  return found.text.replace(/(?:\nlimit \d+)?;\n$/, '')
}

/** What a query answers beside the files of a snapshot: its rows, with every value as text. */
export const rowsOf = (snapshot: string, sql: string): Promise<string[][]> =>
  withDuckDb(async (connection) => {
    await connection.run(`set file_search_path = ${literal(snapshot)}`)
    const rows = (await connection.runAndReadAll(sql)).getRowsJson()
    return rows.map((row) => row.map(String))
  })
