import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tier } from '../../data/schema/meta.ts'
import { settings } from '../../server/config.ts'
import { program, runForJson } from './command.ts'
import { startServer, type ServerProcess } from './server_process.ts'

export type RealServer = ServerProcess & {
  /** From its start until it said that it is ready. */
  opening_s: number
  /** Secrets of the keys to call it with. */
  keys: Record<Tier, string>
}

type Place = {
  buildDir: string
  /** An empty folder for its state and its log. */
  folder: string
  /** How many farms the snapshot has. */
  farms: number
  /** Threads that serve; undefined: as many as by default. */
  workers?: number | undefined
  profileDir?: string | undefined
  /** Has the server the patience that it has by default? */
  isPatienceMeasured?: boolean
}

/** A folder of state in which the keys of servers were made. */
export type Keys = { state: string; secrets: Record<Tier, string> }

/** Makes the keys of servers. */
export async function makeKeys(state: string, signal: AbortSignal): Promise<Keys> {
  const env = { ...withoutSettings(process.env), STATE_DIR: state }
  const secrets = {
    free: await makeKey('free', env, signal),
    paid: await makeKey('paid', env, signal),
  }
  return { state, secrets }
}

/**
 * Starts the server as `npm start` does, on a free port of the loopback and a state folder of its
 * own, with the keys. Only the daily limits, and the patience of an overload unless it is what is
 * measured, are out of reach; its log is a file.
 */
export async function startRealServer(
  { buildDir, folder, farms, workers, profileDir, isPatienceMeasured = false }: Place,
  keys: Keys,
  signal: AbortSignal,
): Promise<RealServer> {
  const state = join(folder, 'state')
  await cp(keys.state, state, { recursive: true })
  const env = {
    ...withoutSettings(process.env),
    PORT: '0',
    METRICS_PORT: '0',
    BUILD_DIR: buildDir,
    STATE_DIR: state,
    FREE_DAILY_LIMIT: '1000000000',
    PAID_DAILY_LIMIT: '1000000000',
    ...(!isPatienceMeasured && { PATIENCE_MS: '60000' }), // what is measured is never refused
    UV_THREADPOOL_SIZE: '16', // as in the start script of package.json
    ...(workers !== undefined && { WORKERS: String(workers) }),
  }
  const execArgv = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  const log = join(folder, 'server.log')
  const limit_ms = 120_000 + Math.ceil(farms / 10)
  const path = program('server/main.ts')
  const start_ms = performance.now()
  const server = await startServer({ path, env, execArgv, log, limit_ms }, signal)
  const { status } = await fetch(new URL('/readyz', server.url), { signal })
  const opening_s = (performance.now() - start_ms) / 1000
  if (status === 200) return { ...server, opening_s, keys: keys.secrets }
  await server.stop()
  throw new Error(`the server is not ready to answer from ${buildDir}: /readyz says ${status}`)
}

/** Settings of the caller's environment must not change what is measured. */
const withoutSettings = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !Object.hasOwn(settings, name)))

async function makeKey(tier: Tier, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  const args = ['create', '--name', 'bench', '--tier', tier, '--json']
  const { key } = (await runForJson('server/access/command/main.ts', args, env, signal)) as {
    key: string
  }
  return key
}
