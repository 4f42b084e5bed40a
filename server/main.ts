import type { Logger } from 'pino'
import { parseCommandLine, runProgram } from '../data/command_line.ts'
import { groupDigits } from '../data/digit_grouping.ts'
import type { Manifest } from '../data/schema/manifest.ts'
import { StoreError } from './access/store/store_errors.ts'
import { ConfigError, readConfig, settings, type Config } from './config.ts'
import { openLog } from './app/monitoring/log.ts'
import { publishSampleWhereNone } from './app/sample_snapshot.ts'
import type { RunningServer } from './app/serve.ts'

const help = `Serves the live snapshot.

  npm start [-- [--sample] [--snapshot ID]]

  --sample       builds a small synthetic snapshot first where the build folder holds none; so does
                 npm start without BUILD_DIR, SNAPSHOTS_URL and SNAPSHOT
  --snapshot ID  serves this snapshot, whatever is live or becomes so (SNAPSHOT)
  --help         this text

Settings are read from the environment:
${Object.entries(settings)
  .map(
    ([name, schema]) =>
      `  ${name.padEnd(24)} ${schema.description} (default: ${String(schema.parse(undefined)) || 'none'})`,
  )
  .join('\n')}

Where BUILD_DIR holds no snapshot, the server answers 503 and takes one up when it comes.
SIGTERM and SIGINT: the server answers requests under way, then stops.
`

const options = {
  sample: { type: 'boolean' },
  snapshot: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

async function main(): Promise<number> {
  const { values } = parseCommandLine({ options }, 'npm start')
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const settings = { ...process.env, ...(values.snapshot && { SNAPSHOT: values.snapshot }) }
  const config = readConfig(settings)
  if (values.sample ?? namesNoSnapshot(settings)) publishSampleWhereNone(config.layout)
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

/** Loads what serves only where it does: each thread has its own, of some 75 MB. */
async function started(config: Config, settings: NodeJS.ProcessEnv, log: Logger): Promise<Started> {
  if (config.workers > 1) {
    const { serveByWorkers } = await import('./workers/serve_by_workers.ts')
    return serveByWorkers(config, settings, log)
  }
  const { serve } = await import('./app/serve.ts')
  return serve(config, log)
}
type Started = Pick<RunningServer, 'url' | 'manifest' | 'close'>

const namesNoSnapshot = (settings: NodeJS.ProcessEnv) =>
  ['BUILD_DIR', 'SNAPSHOTS_URL', 'SNAPSHOT'].every((name) => !settings[name])

const welcome = ({ url, manifest }: Started, { layout: { root }, following }: Config) =>
  manifest
    ? `
Farm directory on ${url} ${serving(manifest)}

Open ${url} in a browser, or in another terminal make a key and search:
  KEY=$(npm run --silent keys -- create --name me --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).key')
  curl -H "X-API-Key: $KEY" '${url}/v1/search?near=Danville,VT&radius=50&per_page=2'
`
    : `
Farm directory on ${url} WITHOUT a valid snapshot${following ? ' yet' : ': see the log'}

It answers 503 until there is one in ${root}, ${following ? 'downloaded by itself: the log says when' : 'which it takes up by itself'}.
`

const serving = ({ id, farms, synthetic }: Manifest) =>
  `serving ${groupDigits(farms)} ${synthetic ? 'SYNTHETIC ' : ''}farms of snapshot ${id}`

const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve())
  })

await runProgram('start', main, [ConfigError, StoreError])
