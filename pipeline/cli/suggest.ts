import { existsSync } from 'node:fs'
import { UsageError } from '../../data/command_line.ts'
import { SourceBytes } from '../read/formats/source_bytes.ts'
import { suggest } from '../read/suggest/suggest.ts'

/**
 * Prints a sources file with a mapping guessed from a table's columns on standard output, and what is
 * not certain on standard error. Returns the exit status; throws UsageError or SourceError.
 */
export async function suggestCommand(path: string): Promise<number> {
  if (!existsSync(path)) throw new UsageError(`--suggest: there is no file ${path}`)
  await using file = await SourceBytes.open(path)
  const { sources, remarks } = await suggest(file)
  process.stdout.write(JSON.stringify({ sources }, null, 2) + '\n')
  process.stderr.write(remarks.map((remark) => `suggest: ${remark}\n`).join(''))
  return 0
}
