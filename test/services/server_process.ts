import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { serve } from '../../server/app/serve.ts'
import type { Lifetime } from '../support/temporary_folder.ts'

/** A server in a process of its own. */
export type ServerProcess = { url: string; kill(): Promise<void> }

/** Starts a server with these settings on a free port; it ends with the test. */
export async function startServerProcess(
  life: Lifetime,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const env = { ...process.env, PORT: '0', METRICS_PORT: '0', PATIENCE_MS: '60000', ...settings }
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { env })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  life.after(kill)
  const failed = once(child, 'exit').then(() => {
    throw new Error('the server ended before it listened')
  })
  failed.catch(() => {}) // heard as long as it matters
  const [url] = (await Promise.race([once(child, 'message'), failed])) as [string]
  return { url, kill }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'serve') {
  const { url } = await serve(
    readConfig(process.env),
    pino({ level: 'fatal' }, pino.destination(2)),
  )
  process.send?.(url)
}
