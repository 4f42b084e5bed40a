import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Question, Stalls, Usage } from './report_usage.ts'

/** A server in a process of its own. */
export type ServerProcess = {
  url: URL
  /** Throws where it has ended: an Error with the end of its log. */
  usage(): Promise<Usage>
  /** Begins to note stalls of its event loop. */
  watch(): Promise<void>
  /** What it noted until now; then it stops. */
  stalls(): Promise<Stalls>
  /** Asks it to leave, and waits until it has. */
  stop(): Promise<void>
}

export type Program = {
  path: string
  env?: NodeJS.ProcessEnv
  /** Options of Node. */
  execArgv?: string[]
  /** What it reads from standard input. */
  input?: string
  /** The file that its standard error goes to. */
  log: string
  /** How long it may take to listen. */
  limit_ms?: number
}

const startLimit_ms = 120_000
const stopLimit_ms = 15_000
const logTailBytes = 2000

/**
 * Starts a program that prints the address it listens on; `signal` ends it. Throws an Error with
 * the end of its log where it ends before.
 */
export async function startServer(program: Program, signal: AbortSignal): Promise<ServerProcess> {
  const child = launch(program, signal)
  const ended = end(child)
  const died = ended.then((how) => {
    throw new Error(`${program.path} ended (${how}): ${tail(program.log)}`)
  })
  died.catch(() => {}) // heard where it matters: while something is awaited of it
  const limit = AbortSignal.any([signal, AbortSignal.timeout(program.limit_ms ?? startLimit_ms)])
  try {
    const url = await Promise.race([printedUrl(child, limit), died])
    const asked = (question: Question) => Promise.race([ask(child, question, signal), died])
    return {
      url,
      usage: () => asked('usage') as Promise<Usage>,
      watch: async () => void (await asked('watch')),
      stalls: () => asked('stalls') as Promise<Stalls>,
      stop: () => stop(child, ended),
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function launch(
  { path, env = process.env, execArgv = [], input, log }: Program,
  signal: AbortSignal,
) {
  const stderr = openSync(log, 'a')
  try {
    const child = fork(path, {
      env,
      signal,
      execArgv: ['--import', new URL('report_usage.ts', import.meta.url).href, ...execArgv],
      stdio: ['pipe', 'pipe', stderr, 'ipc'],
    })
    child.stdin!.end(input)
    return child
  } finally {
    closeSync(stderr)
  }
}

/** How it ended: its status, the signal that killed it, or why it never began. */
const end = (child: ChildProcess) =>
  new Promise<string>((resolve) => {
    child.once('exit', (status, killer) => resolve(String(status ?? killer)))
    // An abort is an error too, but then the exit is yet to come.
    child.on('error', (error) => child.pid === undefined && resolve(error.message))
  })

async function printedUrl(child: ChildProcess, signal: AbortSignal): Promise<URL> {
  let printed = ''
  for (;;) {
    const [chunk] = await once(child.stdout!, 'data', { signal })
    printed += String(chunk)
    const url = /http:\/\/\S+(?=\s)/.exec(printed)?.[0]
    if (url !== undefined) return new URL(url)
  }
}

async function ask(child: ChildProcess, question: Question, signal: AbortSignal): Promise<unknown> {
  const answer = once(child, 'message', { signal })
  child.send(question, () => {}) // where it is gone, its end is the answer
  return ((await answer) as [unknown])[0]
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  const lastResort = setTimeout(() => child.kill('SIGKILL'), stopLimit_ms)
  child.kill('SIGTERM')
  await ended
  clearTimeout(lastResort)
}

const tail = (log: string) => readFileSync(log).subarray(-logTailBytes).toString()
