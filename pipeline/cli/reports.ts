import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UsageError, wholeNumber } from '../../data/command_line.ts'

/** An open report of visitors about a farm. */
type OpenReport = { number: number; farm_id: string }

/** The operator's program: it opens the server's store, which the pipeline never does. */
const program = join(import.meta.dirname, '../../server/access/command/main.ts')

/** Runs the operator's program with the settings of this process. Throws a UsageError with its complaint. */
async function keys(...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, [program, ...args])).stdout
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    throw new UsageError(
      `${stderr.trim() || message}\nThe reports are in the store of STATE_DIR or STORE_URL`,
      { cause: error },
    )
  }
}

/** The open reports, as lines or JSON. */
export const reportLines = async (json: boolean): Promise<string[]> => [
  (await keys('reports', ...(json ? ['--json'] : []))).trimEnd(),
]

/** Finds an open report. Throws a UsageError if there is none, or it is about another farm. */
export async function openReport(text: string, farms: string[]): Promise<number> {
  const number = wholeNumber('--report', text, 1, 999_999_999)
  const open = JSON.parse(await keys('reports', '--json')) as OpenReport[]
  const report = open.find((each) => each.number === number)
  if (!report)
    throw new UsageError(`there is no open report ${number}; npm run farms -- reports lists them`)
  if (!farms.includes(report.farm_id))
    throw new UsageError(`report ${number} is about another farm: ${report.farm_id}`)
  return number
}

/** Closes a report by the decision that is recorded. */
export const closeReport = async (number: number): Promise<string> =>
  (await keys('close-report', String(number), 'decided')).trimEnd()
