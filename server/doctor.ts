import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer } from 'node:net'
import {
  examine,
  existing,
  ok,
  requireFolder,
  warning,
  type Finding,
} from '../data/operating/finding.ts'
import { mailFault, smtpTransport } from '../data/operating/mail.ts'
import { openStore } from './access/store/open_store.ts'
import { readConfig, type Config } from './config.ts'
import { addressHere } from './http/addresses/public_address.ts'

/** Checks settings, key store, ports and mail of a server with this environment; prints JSON. */
async function examineServer(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const read = await examine('settings', () => {
    readConfig(env)
    return ok('settings', 'all are valid')
  })
  if (read[0]!.state === 'fault') return read
  const config = readConfig(env)
  const checks = await Promise.all([
    examine('key store', () => storeOf(config), 'see STATE_DIR and STORE_URL'),
    examine('port', () => portOf('port', config, '/healthz')),
    examine('metrics port', () => portOf('metrics port', config.metrics, '/metrics')),
    examine('mail', () => mailOf(config), 'check SMTP_URL, and that the mail server is reachable'),
  ])
  return [...read, ...checks.flat()]
}

async function storeOf({ stateDir, storeUrl }: Config): Promise<Finding> {
  if (storeUrl === undefined && !existsSync(join(stateDir, 'store.sqlite'))) {
    requireFolder(existing(stateDir))
    return ok('key store', `none in ${stateDir} yet: the server makes it`)
  }
  const store = await openStore(stateDir, storeUrl)
  await store.close()
  return ok('key store', storeUrl === undefined ? `opens in ${stateDir}` : 'PostgreSQL opens')
}

type Place = { host: string; port: number }

/** A port is fine if it is free, or if this service answers there. */
async function portOf(check: string, place: Place | undefined, path: string): Promise<Finding> {
  if (!place || place.port === 0) return ok(check, 'any free one, or none')
  const { host, port } = place
  const server = createServer()
  server.listen(port, host)
  try {
    await once(server, 'listening')
    server.close()
    return ok(check, `${host}:${port} is free`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const answer = await fetch(addressHere(host, port) + path, {
      signal: AbortSignal.timeout(3000),
    }).catch(() => null)
    if (answer?.ok) return ok(check, `a server answers on ${host}:${port}`)
    return warning(
      check,
      `another program holds ${host}:${port}`,
      'stop it, or set PORT or METRICS_PORT',
    )
  }
}

async function mailOf({ mail: { smtpUrl } }: Config): Promise<Finding> {
  if (smtpUrl === undefined)
    return warning('mail', 'mails go to files in STATE_DIR/mail', 'set SMTP_URL')
  const transport = smtpTransport(smtpUrl)
  try {
    await transport.verify()
    return ok('mail', 'the mail server accepts this client')
  } catch (error) {
    throw new Error(`the mail server can't be used: ${mailFault(error)}`, { cause: error })
  } finally {
    transport.close()
  }
}

process.stdout.write(JSON.stringify(await examineServer(process.env)) + '\n')
