import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * `npm run snapshots -- site`. Returns the exit status. The pages are made of those of the server, which
 * this part of the program does not import: they are written by a program of the server.
 */
export function siteCommand(args: string[]): number {
  const program = fileURLToPath(new URL('../../server/site/main.ts', import.meta.url))
  // Node strips types for browsers by a function that it calls experimental.
  const options = ['--disable-warning=ExperimentalWarning']
  const { status, error } = spawnSync(process.execPath, [...options, program, ...args], {
    stdio: 'inherit',
  })
  if (error) throw error
  return status ?? 1
}
