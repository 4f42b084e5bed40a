import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { withDuckDb } from './duckdb.ts'

/**
 * Stands in for the command line of DuckDB, which is no npm package: `duckdb -csv -cmd SQL < FILE` runs what
 * `-cmd` says, then the statements of standard input, and prints the rows of the last one as CSV.
 */
const given = process.argv.slice(2).map((arg) => arg.replace(/^-(?=\w{2})/, '--'))
const options = { csv: { type: 'boolean' }, cmd: { type: 'string', default: '' } } as const
const { cmd } = parseArgs({ args: given, options }).values
const answer = join(tmpdir(), `farm-directory-answer-${process.pid}.csv`)

await withDuckDb(async (connection) => {
  // A reader's own, so that no answer depends on it.
  await connection.run("set timezone = 'America/New_York'")
  await connection.run(cmd)
  const statements = (await text(process.stdin)).split(/;\s*$/m).filter((each) => each.trim())
  const last = statements.pop()
  if (last === undefined) return
  for (const each of statements) await connection.run(each)
  await connection.run(`copy (${last}\n) to '${answer}' (format csv, header)`)
  process.stdout.write(await readFile(answer))
  await rm(answer)
})
