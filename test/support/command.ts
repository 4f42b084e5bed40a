import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Lifetime } from './temporary_folder.ts'

const projectRoot = join(import.meta.dirname, '../..')

export type Ending = {
  /** Exit status; null = killed by a signal. */
  status: number | null
  out: string
  err: string
}
type Options = {
  cwd?: string
  env?: Record<string, string>
  nodeOptions?: string[]
  /** No file that it writes may have more, in blocks of 512 bytes. */
  fileBlocks?: number
}

/** A program of the project that is running. */
export type RunningCommand = {
  process: ChildProcess
  /** Resolves when standard error has said `what`, or the command has ended. */
  says(what: string): Promise<void>
  ended: Promise<Ending>
}

/** Runs `node PROGRAM ARGS…`, the program's path being from the project's root, to its end. */
export const runCommand = (
  program: string,
  args: string[],
  options: Options = {},
): Promise<Ending> => start(program, args, options).ended

/** Starts a command and leaves it running; it is killed when the test ends. */
export function startCommand(
  life: Lifetime,
  program: string,
  args: string[],
  options: Options = {},
): RunningCommand {
  const command = start(program, args, options)
  life.after(async () => {
    command.process.kill('SIGKILL')
    await command.ended
  })
  return command
}

function start(program: string, args: string[], options: Options) {
  const { cwd, env, nodeOptions = [], fileBlocks = 'unlimited' } = options
  const node = [process.execPath, ...nodeOptions, join(projectRoot, program), ...args]
  const child = spawn('sh', ['-c', `ulimit -f ${fileBlocks} && exec "$@"`, 'sh', ...node], {
    cwd: cwd ?? projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text))
  const ended = once(child, 'close').then(([status]): Ending => ({ status, ...said }))
  async function says(what: string): Promise<void> {
    while (!said.err.includes(what) && child.exitCode === null && child.signalCode === null)
      await Promise.race([once(child.stderr, 'data'), ended])
  }
  return { process: child, ended, says }
}
