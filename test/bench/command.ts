import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The path of a program of the project. */
export const program = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Runs a program of the project, what it prints going to standard error, since standard output is
 * for the result. Throws where it fails.
 */
export async function run(path: string, args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [program(path), ...args], {
    stdio: ['ignore', 2, 2],
    signal,
  })
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`${path} ${args.join(' ')} ended with status ${status}`)
}

/** Runs a program of the project and reads the JSON that it prints. Throws where it fails. */
export async function runForJson(
  path: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [program(path), ...args], {
    env,
    signal,
  })
  return JSON.parse(stdout)
}
