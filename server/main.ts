import { groupDigits } from '../data/digit_grouping.ts'
import type { Manifest } from '../data/schema/manifest.ts'
import { StoreError } from './access/store/store_errors.ts'
import { ConfigError, readConfig, settings } from './config.ts'
import { openLog } from './app/log.ts'
import { publishSampleWhereNone } from './app/sample_snapshot.ts'
import { serve, type RunningServer } from './app/serve.ts'

// Bodies of about 10 kB come from one pool instead of an allocation each: a seventh of a search's time.
Buffer.poolSize = 1024 * 1024

const help = `Serves the live snapshot.

  npm start

Settings are read from the environment:
${Object.entries(settings)
  .map(
    ([name, schema]) =>
      `  ${name.padEnd(24)} ${schema.description} (default: ${String(schema.parse(undefined)) || 'none'})`,
  )
  .join('\n')}

Where the build folder holds no snapshot, a small synthetic one is built first.
SIGTERM and SIGINT: the server answers requests under way, then stops.
`

async function main(): Promise<number> {
  try {
    const config = readConfig(process.env)
    await publishSampleWhereNone(config.layout)
    const { log, close } = openLog(config.logLevel)
    try {
      const server = await serve(config, log)
      process.stdout.write(welcome(server))
      await stopSignal()
      await server.close()
    } finally {
      close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StoreError)) throw error
    process.stderr.write(`start: ${error.message}\n`)
    return 2
  }
}

const welcome = ({ url, manifest }: RunningServer) => `
Farm directory on ${url} ${manifest ? serving(manifest) : 'WITHOUT a valid snapshot: see the message above'}

Open ${url} in a browser, or in another terminal make a key and search:
  KEY=$(npm run --silent keys -- create --name me --json | node -pe 'JSON.parse(require("fs").readFileSync(0)).key')
  curl -H "X-API-Key: $KEY" '${url}/v1/search?lat=44.41&lng=-72.14&radius=50&per_page=2'
`

const serving = ({ id, farms, synthetic }: Manifest) =>
  `serving ${groupDigits(farms)} ${synthetic ? 'SYNTHETIC ' : ''}farms of snapshot ${id}`

const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve())
  })

if (process.argv.includes('--help')) process.stdout.write(help)
else process.exitCode = await main()
