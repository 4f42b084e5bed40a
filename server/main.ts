import type { Logger } from 'pino'
import { parseCommandLine, runProgram, UsageError } from '../data/command_line.ts'
import { groupDigits } from '../data/digit_grouping.ts'
import { StoreError } from './access/store/store_errors.ts'
import { publishWhereNone, refuseOtherFarms, type FirstFarms } from './app/first_snapshot.ts'
import { ofRequests, requireFree } from './app/listening/listen.ts'
import { openLog } from './app/monitoring/log.ts'
import type { RunningServer, Served } from './app/serve.ts'
import { ConfigError, readConfig, settings, type Config } from './config.ts'
import { ageText, isOld } from './explore/parts/age.ts'
import { SnapshotError } from './snapshot/manifest.ts'

const help = `Serves the live snapshot.

  npm start [-- [--real | --synthetic] [--snapshot ID]]

  --real         if the build folder holds no snapshot, build one first from the real listings in
                 data/start: about 4,000 farms, markets and CSAs of USDA's lists of 2020 to 2024
  --synthetic    the same from 5,000 generated farms, which have every field (prices, hours, images)
  --snapshot ID  serve this snapshot, whichever is live or becomes live (SNAPSHOT)
  --help         this text

Without options npm start builds as --real does, unless BUILD_DIR, SNAPSHOTS_URL or SNAPSHOT is set or
NODE_ENV is production. It then answers 503 until the build folder holds a snapshot, and loads it.
A snapshot that is live is never replaced.

Settings are read from the environment:
${Object.entries(settings)
  .map(
    ([name, schema]) =>
      `  ${name.padEnd(24)} ${schema.description} (default: ${String(schema.parse(undefined) ?? '') || 'none'})`,
  )
  .join('\n')}

SIGTERM and SIGINT: the server finishes open requests, then stops.
`

const options = {
  real: { type: 'boolean', default: false },
  synthetic: { type: 'boolean', default: false },
  snapshot: { type: 'string' },
} as const

async function main(): Promise<number> {
  const { values } = parseCommandLine({ options }, 'npm start', help)
  const settings = { ...process.env, ...(values.snapshot && { SNAPSHOT: values.snapshot }) }
  const config = readConfig(settings)
  const asked = farmsAskedFor(values, settings)
  if (asked) await refuseOtherFarms(config.layout, asked)
  if (asked ?? isTrial(settings)) {
    await requireFree({ host: config.host, port: config.port, settings: ofRequests })
    publishWhereNone(config.layout, asked ?? 'real')
  }
  const { log, close } = openLog(config.logLevel)
  try {
    const server = await started(config, settings, log)
    process.stdout.write(welcome(server, config))
    await stopSignal()
    await server.close()
  } finally {
    close()
  }
  return 0
}

/** Imports the server only in the threads that serve: each copy takes some 75 MB. */
async function started(config: Config, settings: NodeJS.ProcessEnv, log: Logger): Promise<Started> {
  if (config.workers > 1) {
    const { serveByWorkers } = await import('./workers/serve_by_workers.ts')
    return serveByWorkers(config, settings, log)
  }
  const { serve } = await import('./app/serve.ts')
  return serve(config, log)
}
type Started = Pick<RunningServer, 'url' | 'served' | 'close'>

/** Throws a UsageError if options and settings name several snapshots. */
function farmsAskedFor(
  values: Record<FirstFarms, boolean>,
  { SNAPSHOTS_URL, SNAPSHOT }: NodeJS.ProcessEnv,
): FirstFarms | undefined {
  const asked = (['real', 'synthetic'] as const).filter((farms) => values[farms])
  const [farms, another] = asked
  if (another) throw new UsageError('--real and --synthetic exclude each other; leave one out')
  const named = SNAPSHOTS_URL ? 'SNAPSHOTS_URL' : SNAPSHOT ? 'SNAPSHOT or --snapshot' : undefined
  if (farms && named)
    throw new UsageError(`--${farms} builds a snapshot, ${named} names one; leave one out`)
  return farms
}

/** True if no setting names a snapshot and this is not production. */
const isTrial = (settings: NodeJS.ProcessEnv) =>
  settings['NODE_ENV'] !== 'production' &&
  ['BUILD_DIR', 'SNAPSHOTS_URL', 'SNAPSHOT'].every((name) => !settings[name])

const welcome = ({ url, served }: Started, { layout: { root }, following }: Config) =>
  served
    ? `
Farm directory on ${url} ${serving(served)}

Open ${url} in a browser, or make a key in another terminal${ofThisStore()} and search:
  KEY=$(npm run --silent keys -- create --name me --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).key')
  curl -H "X-API-Key: $KEY" '${url}/v1/search?near=Albany,NY&products=eggs&per_page=1'
`
    : `
Farm directory on ${url} WITHOUT a valid snapshot${following ? ' yet' : ': see the log'}

It answers 503 until there is one in ${root}, ${following ? 'downloaded by itself: see the log' : 'which it loads by itself'}.
`

/** The served snapshot and, if it is old, its age. */
function serving({ manifest, ages }: Served): string {
  const { id, farms, synthetic } = manifest
  const what = `serving ${groupDigits(farms)} ${synthetic ? 'SYNTHETIC ' : ''}farms of snapshot ${id}`
  if (synthetic) return `${what}\nThese farms were generated for tests. They do not exist.`
  if (!isOld(manifest, new Date())) return what
  return `${what}\nThese are OLD listings of real farms. ${ageText(manifest, ages)}`
}

/** Hint at the settings that select the key store. */
function ofThisStore(): string {
  const set = ['STATE_DIR', 'STORE_URL'].filter((name) => process.env[name])
  return set.length === 0 ? '' : ` (with the same ${set.join(' and ')})`
}

const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve())
  })

await runProgram('start', main, [ConfigError, StoreError, SnapshotError])
