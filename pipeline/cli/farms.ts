import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import {
  noSuchAction,
  outOption,
  parseCommandLine,
  UsageError,
  wholeNumber,
} from '../../data/command_line.ts'
import { wordsOf, type Decision } from '../../data/schema/input/decision.ts'
import { layout } from '../../data/schema/layout.ts'
import { workingIn } from '../../data/system_failure.ts'
import { historyLines, historyOf, knownListings } from '../report/farm_history.ts'
import { readDecisions, recordDecisions } from '../resolve/decisions/read.ts'
import { expiryIn } from '../snapshots/snapshots.ts'
import { decisionActions, listingOf, newDecisions, type Action } from './decision_actions.ts'
import { settingsOf } from './sources.ts'

const help = `Records decisions about farms. Each build applies them, and refuses if one finds nothing.

  npm run farms -- correct FARM FIELD VALUE --by WHO --reason WHY [--evidence PAGE] [--until DAY]
      sets a field; VALUE is text or JSON, null = unknown: correct FARM phone +18025550123,
      correct FARM hours '{"farm_store": "Sat: 9:00 AM-1:00 PM"}'
  npm run farms -- remove FARM --by WHO --reason WHY …
      removes the farm from the next build on, and from answers about older snapshots
  npm run farms -- merge FARM FARM --by WHO --reason WHY …
      makes two farms one
  npm run farms -- split LISTING --by WHO --reason WHY …
      makes a listing a farm of its own, apart from the other listings of its farm
  npm run farms -- decide FILE.csv --by WHO [--reason WHY]
      merges and splits by the filled-in list of npm run snapshots -- doubtful
  npm run farms -- withdraw NUMBER [NUMBER …] --by WHO --reason WHY
      ends decisions; they stay on record
  npm run farms -- reports [--json]
      the open reports of visitors about farms
  npm run farms -- history FARM [--json]
      all that is known of a farm: listings, mergers, decisions, snapshots, changes

  FARM is a farm's id, or one of its LISTINGs: SOURCE:ID, such as usda-local-food-portal:301234.

  --by WHO         the person who decides; never published
  --reason WHY     in words that may be published
  --evidence PAGE  what shows it, such as the address of a page
  --report NUMBER  the open report that a correction or removal decides; it is closed
  --until DAY      the first day (UTC) on which it no longer applies, such as 2027-03-01
  --config FILE    the sources file, if it names the file of decisions
  --out DIR        the build folder (default: BUILD_DIR, else build); decisions are in
                   DIR/decisions.jsonl, one a line, unless the sources file names another file
  --json           print JSON
  --help           this text
`

const options = {
  by: { type: 'string' },
  reason: { type: 'string' },
  evidence: { type: 'string' },
  until: { type: 'string' },
  report: { type: 'string' },
  config: { type: 'string' },
  out: outOption,
  json: { type: 'boolean', default: false },
} as const

const parse = (args: string[]) =>
  parseCommandLine({ args, options, allowPositionals: true }, 'npm run farms', help)
type Values = ReturnType<typeof parse>['values']
/** `npm run farms`. Returns the exit status. */
export async function farmsCommand(args: string[]): Promise<number> {
  const { values, positionals } = parse(args)
  const [name = '', ...words] = positionals
  const file = settingsOf(values.config).decisions ?? layout(values.out).decisions
  const place = { doing: 'record decisions in', folder: values.out, setting: '--out DIR' }
  const lines = await workingIn(place, () =>
    name === 'reports'
      ? reportLines(values.json)
      : name === 'history'
        ? history(words, values, file)
        : record(name, words, values, file),
  )
  process.stdout.write(lines.map((line) => line + '\n').join(''))
  return 0
}

async function history([farm, ...others]: string[], { out, json }: Values, file: string) {
  if (farm === undefined || others.length > 0) throw new UsageError('history takes FARM')
  const places = layout(out)
  const known = await knownListings(places)
  const id = z.uuid().safeParse(farm).success ? farm : listingOf(farm, known).farm_id
  const found = await historyOf(
    places,
    id,
    known,
    await readDecisions(file),
    await expiryIn(places),
  )
  return json ? [JSON.stringify(found)] : historyLines(found)
}

async function record(name: string, words: string[], values: Values, file: string) {
  const action = actionOf(name, words)
  const places = layout(values.out)
  const made = madeBy(name, action, values)
  const held = { ...made, evidence: values.evidence?.trim() || null, until: lastingUntil(values) }
  const listings = () => knownListings(places)
  const decisions = await action.make({ root: places.root, words, made, held, listings })
  const report = await reportOf(values.report, decisions)
  const expiry = await expiryIn(places)
  const recorded = await recordDecisions(file, (onRecord) =>
    newDecisions(onRecord, decisions, expiry),
  )
  const closed = report === null ? [] : [await closeReport(report)]
  if (values.json) return [JSON.stringify(recorded)]
  if (recorded.length === 0) return ['nothing new to record']
  return [
    ...recorded.map((each) => `decision ${each.entry}: ${wordsOf(each)}`),
    `recorded in ${file}; the next build applies it`,
    ...closed,
  ]
}

/** The action with this name. Throws a UsageError if there is none, or if it takes other words. */
function actionOf(name: string, words: string[]): Action {
  const action = decisionActions[name]
  if (!action) {
    const known = [...Object.keys(decisionActions), 'history', 'reports']
    throw noSuchAction(name, known, 'npm run farms')
  }
  const [least, most] = action.words
  if (words.length < least || words.length > most)
    throw new UsageError(`${name} takes ${action.takes} (npm run farms -- --help)`)
  return action
}

/** Time, author and reason of a decision. Throws a UsageError if `--by` or a reason is missing. */
function madeBy(name: string, action: Action, { by = '', reason = action.reason ?? '' }: Values) {
  const missing = [...(by.trim() ? [] : ['--by WHO']), ...(reason.trim() ? [] : ['--reason WHY'])]
  if (missing.length > 0) throw new UsageError(`${name} needs ${missing.join(' and ')}`)
  return { at: new Date().toISOString(), by: by.trim(), reason: reason.trim() }
}

/** The day on which a decision ends; null = it lasts. Throws a UsageError for a day that has begun. */
function lastingUntil({ until }: Values): string | null {
  if (until === undefined) return null
  const today = new Date().toISOString().slice(0, 10)
  if (until <= today || !z.iso.date().safeParse(until).success)
    throw new UsageError(`--until ${until} is not a day to come, such as 2027-03-01`)
  return until
}

/** The report that decisions decide; null = none. It must be about their farm. */
async function reportOf(text: string | undefined, decisions: Decision[]): Promise<number | null> {
  if (text === undefined) return null
  const farms = decisions.flatMap((each) => ('farm_id' in each ? [each.farm_id] : []))
  if (farms.length === 0) throw new UsageError('--report goes with correct and remove')
  return openReport(text, farms)
}

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
const reportLines = async (json: boolean): Promise<string[]> => [
  (await keys('reports', ...(json ? ['--json'] : []))).trimEnd(),
]

/** Finds an open report. Throws a UsageError if there is none, or it is about another farm. */
async function openReport(text: string, farms: string[]): Promise<number> {
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
const closeReport = async (number: number): Promise<string> =>
  (await keys('close-report', String(number), 'decided')).trimEnd()
