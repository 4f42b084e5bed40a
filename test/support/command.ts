import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Lifetime } from './temporary_folder.ts'

const projectRoot = join(import.meta.dirname, '../..')

export type Ending = {
  /** Exit status; null = killed by a signal. */
  status: number | null
  out: string
  err: string
}
type Options = { cwd?: string; env?: Record<string, string>; nodeOptions?: string[] }

/** A program of the project that is running. */
export type RunningCommand = {
  process: ChildProcess
  /** Resolves when standard error has said `what` once, or the command has ended. */
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

function start(program: string, args: string[], { cwd, env, nodeOptions = [] }: Options) {
  const child = spawn(process.execPath, [...nodeOptions, join(projectRoot, program), ...args], {
    cwd: cwd ?? projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[status], out, err]): Ending => ({ status, out, err }),
  )
  return { process: child, ended, says: (what: string) => heard(child, ended, what) }
}

function heard(child: ChildProcess, ended: Promise<unknown>, what: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let said = ''
  child.stderr!.on('data', (chunk) => {
    said += chunk
    if (said.includes(what)) resolve()
  })
  return Promise.race([promise, ended.then(() => {})])
}
