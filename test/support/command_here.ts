import { Writable } from 'node:stream'
import type { Ending } from './command.ts'

/**
 * Runs a program of the project to its end as `runCommand` does, but in this process, which saves the start of
 * another: for tests of what a command says and does. They run one after the other, because a process has one
 * standard output. A fault of the program, which would end its process, rejects.
 */
export function runHere(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ending> {
  const run = last.then(() => runNow(program, args, env))
  last = run.catch(() => {})
  return run
}

let last: Promise<unknown> = Promise.resolve()
let count = 0

async function runNow(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ending> {
  const said = { out: '', err: '' }
  const stdout = collector((text) => (said.out += text))
  const stderr = collector((text) => (said.err += text))
  const argv = [process.execPath, program, ...args]
  const own = Object.getOwnPropertyDescriptors(process)
  const { argv: _argv, stdout: _out, stderr: _err } = own
  for (const [name, value] of Object.entries({ argv, stdout, stderr }))
    Object.defineProperty(process, name, { value, configurable: true, writable: true })
  const { env: before } = process
  process.env = { ...before, ...env }
  try {
    // Another address each time: a module of one address is run once.
    await import(new URL(`../../${program}?run=${++count}`, import.meta.url).href)
    return { status: Number(process.exitCode ?? 0), ...said }
  } finally {
    process.exitCode = undefined
    process.env = before
    Object.defineProperties(process, { argv: _argv, stdout: _out, stderr: _err })
  }
}

const collector = (take: (text: string) => void) =>
  new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => (take(String(text)), done()),
  })
