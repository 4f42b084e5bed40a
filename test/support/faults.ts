import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Something that befalls a program, once, at a certain call of the file system. Loaded before the
 * program itself (`node --import`), from the environment: see `faultOptions`.
 */
export type Fault = {
  /**
   * `kill` = as if by the system; `hold` = it stands still, says `held`, and goes on at SIGUSR2; else
   * the call fails with this code.
   */
  action: 'kill' | 'hold' | 'ENOSPC' | 'EROFS' | 'EMFILE' | 'EXDEV'
  when: 'before' | 'after'
  call: 'open' | 'mkdir' | 'rename' | 'rm' | 'writeFile' | 'link'
  /** What the path looks like that is opened, made or changed: a regular expression. */
  path: string
}

/** Options with which a command is to be started so that the fault befalls it. */
export const faultOptions = (fault: Fault) => ({
  nodeOptions: ['--import', import.meta.filename],
  env: { FAULT: JSON.stringify(fault) },
})

if (process.env.FAULT) prepare(JSON.parse(process.env.FAULT))

function prepare({ action, when, call, path }: Fault): void {
  const original = files[call] as (...args: unknown[]) => Promise<unknown>
  const strike = { kill: die, hold: standStill }[action as string] ?? (() => fail(action, call))
  const looksLike = new RegExp(path)
  let struck = false
  const wrapped = async (...args: unknown[]) => {
    const target = String(call === 'rename' || call === 'link' ? args[1] : args[0])
    if (struck || !looksLike.test(target)) return original(...args)
    struck = true
    if (when === 'before') await strike()
    const result = await original(...args)
    if (when === 'after') await strike()
    return result
  }
  Object.assign(files, { [call]: wrapped })
  syncBuiltinESMExports()
}

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

function fail(code: string, syscall: string): never {
  throw Object.assign(new Error(`${code}: ${syscall}`), { code, syscall })
}

async function standStill(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  process.once('SIGUSR2', () => resolve())
  process.stderr.write('held\n')
  const alive = setInterval(() => {}, 1000)
  await promise
  clearInterval(alive)
}
