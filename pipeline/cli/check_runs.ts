import { existsSync } from 'node:fs'
import { day_ms, hour_ms } from '../../data/calendar.ts'
import { outOption, parseCommandLine, UsageError } from '../../data/command_line.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { readLedger } from '../runs/ledger.ts'
import { BuildInProgress, lockBuildFolder } from '../snapshots/workspace.ts'
import { notifyRun } from '../notify/notify_run.ts'
import { missingMessage, messageOf } from '../notify/message.ts'
import { settingsOf } from './sources.ts'

const help = `Reports builds that did not happen, or were killed. Run it by a timer of its own.

  npm run snapshots -- check-runs --max-age 26h --config FILE [--out DIR]

  --max-age AGE  the longest time without a build, such as 26h or 8d
  --config FILE  the sources file; its notify names the receivers (server/deploy/README.md)
  --out DIR      the build folder (default: BUILD_DIR, else build)

Exit status: 0 all well, 1 a build is missing or was killed, 2 bad usage.
`

const options = {
  'max-age': { type: 'string' },
  config: { type: 'string' },
  out: outOption,
} as const

/** `npm run snapshots -- check-runs`: a dead man's switch. Returns the exit status. */
export async function checkRunsCommand(args: string[]): Promise<number> {
  const now = new Date()
  const { values } = parseCommandLine({ args, options }, 'npm run snapshots -- check-runs', help)
  const { 'max-age': max_age } = values
  if (max_age === undefined)
    throw new UsageError('check-runs needs --max-age AGE, such as 26h or 8d')
  const age_ms = durationOf(max_age)
  const places = layout(values.out)
  const { notify } = settingsOf(values.config)
  const known = readLedger(places).runs.length
  const isRunning = await recordKilledBuild(places)
  const { runs } = readLedger(places)
  const killed = runs
    .slice(known)
    .filter(({ cause }) => cause === 'killed')
    .map((run) => messageOf(run, places.root))
  for (const message of killed) await notifyRun(places, notify, message)
  const last = runs.findLast(({ action, cause }) => action === 'build' && cause !== 'busy') ?? null
  const isLate = !isRunning && !(last && now.getTime() - Date.parse(last.ended_at) <= age_ms)
  const missing = isLate ? missingMessage(last, max_age, now) : null
  await notifyRun(places, notify, missing)
  const line =
    missing?.subject ?? (isRunning ? 'a build is running' : `last build ended ${last!.ended_at}`)
  process.stdout.write([...killed.map(({ subject }) => subject), line, ''].join('\n'))
  return isLate || killed.length > 0 ? 1 : 0
}

function durationOf(text: string): number {
  const [, number, unit] = /^(\d+)(h|d)$/.exec(text) ?? []
  if (number) return Number(number) * (unit === 'h' ? hour_ms : day_ms)
  throw new UsageError(`--max-age \`${text}\` is not a number of hours or days, such as 26h or 8d`)
}

/** Adds the line of a killed build. Returns true if a build is running. */
async function recordKilledBuild(places: Layout): Promise<boolean> {
  if (!existsSync(places.root)) return false
  try {
    using _ = await lockBuildFolder(places)
    return false
  } catch (error) {
    if (error instanceof BuildInProgress) return true
    throw error
  }
}
