import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * `npm run snapshots -- site`. Returns the exit status. Runs a program of the server, since the pages are the
 * server's and the pipeline does not import them.
 */
export function siteCommand(args: string[]): number {
  const program = fileURLToPath(new URL('../../server/site/main.ts', import.meta.url))
  // Node calls its function that strips types for browsers experimental.
  const options = ['--disable-warning=ExperimentalWarning']
  const { status, error } = spawnSync(process.execPath, [...options, program, ...args], {
    stdio: 'inherit',
  })
  if (error) throw error
  return status ?? 1
}
