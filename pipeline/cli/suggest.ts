import { existsSync } from 'node:fs'
import { UsageError } from '../../data/command_line.ts'
import { suggest } from '../read/suggest/suggest.ts'

/**
 * Prints a draft of a sources file on standard output, and its uncertain points on standard error. Returns
 * the exit status; throws UsageError or SourceError.
 */
export async function suggestCommand(path: string): Promise<number> {
  if (!existsSync(path)) throw new UsageError(`--suggest: there is no file ${path}`)
  const { sources, remarks } = await suggest(path)
  process.stdout.write(JSON.stringify({ sources }, null, 2) + '\n')
  process.stderr.write(remarks.map((remark) => `suggest: ${remark}\n`).join(''))
  return 0
}
