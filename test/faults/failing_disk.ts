import sync from 'node:fs'
import files, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { countFault } from './promises.ts'

/**
 * What a call of the file system meets: an error of the system, `short` = half of what is written, then a
 * full disk, or `kill` = no call is done any more, as if the process were gone.
 */
export type DiskFault = 'ENOSPC' | 'EIO' | 'EMFILE' | 'EACCES' | 'short' | 'kill'

export const diskFaults: DiskFault[] = ['ENOSPC', 'EIO', 'EMFILE', 'EACCES', 'short']

/** What an action came to. `calls`: of the file system below the root; `struck`: the call that failed. */
export type Struck = { calls: string[]; struck: string | null; error: Error | null }

type Call = (...args: unknown[]) => unknown
type Calls = Record<string, Call>

const ofPath = 'open readFile writeFile copyFile mkdir rename link rm readdir stat statfs'.split(
  ' ',
)
const ofHandle = 'writeFile appendFile write truncate sync stat readFile'.split(' ')
const ofSync =
  'openSync mkdirSync chmodSync readFileSync writeFileSync appendFileSync rmSync'.split(' ')

/** The system's call, where it is not named like Node's; a handle's error names no path. */
const systemCalls: Record<string, string> = {
  writeFile: 'write',
  appendFile: 'write',
  sync: 'fsync',
  truncate: 'ftruncate',
  stat: 'fstat',
  readFile: 'read',
}

/**
 * Runs an action; its call number `at` of the file system below `root` meets a fault, or the first one that
 * looks like `at`. -1: none does. Covers what runs in this process through `node:fs`; the test must run
 * alone in it.
 */
export async function onFailingDisk(
  root: string,
  { at, fault }: { at: number | RegExp; fault: DiskFault },
  action: () => Promise<unknown>,
): Promise<Struck> {
  const result: Struck = { calls: [], struck: null, error: null }
  const meets = (call: string, path: string): DiskFault | null => {
    if (!resolve(path).startsWith(root)) return null
    const isDead = fault === 'kill' && result.struck !== null
    if (isDead) return fault
    result.calls.push(`${call} ${path}`)
    const isIt =
      typeof at === 'number'
        ? result.calls.length - 1 === at
        : result.struck === null && at.test(result.calls.at(-1)!)
    if (!isIt) return null
    result.struck = `${fault}: ${call} ${path}`
    countFault()
    return fault
  }
  const restore = patch(meets)
  try {
    await action()
  } catch (error) {
    result.error = error as Error
  } finally {
    restore()
  }
  return result
}

type Meets = (call: string, path: string) => DiskFault | null

function patch(meets: Meets): () => void {
  const [asynchronous, synchronous] = [files, sync] as unknown as [Calls, Calls]
  const before = only(ofPath, asynchronous)
  const beforeSync = only(ofSync, synchronous)
  for (const name of ofPath) asynchronous[name] = failing(name, before[name]!, meets)
  const open = asynchronous['open']!
  asynchronous['open'] = async (...args) => watch((await open(...args)) as FileHandle, args, meets)
  for (const name of ofSync)
    synchronous[name] = (...args) => {
      const fault = meets(name, String(args[0]))
      if (fault) throw errorOf(fault, name, String(args[0]))
      return beforeSync[name]!(...args)
    }
  syncBuiltinESMExports()
  return () => {
    Object.assign(asynchronous, before)
    Object.assign(synchronous, beforeSync)
    syncBuiltinESMExports()
  }
}

const only = (names: string[], calls: Calls): Calls =>
  Object.fromEntries(names.map((name) => [name, calls[name]!]))

/** The call, where it may fail. A new name counts where the call has two paths. */
const failing =
  (name: string, call: Call, meets: Meets): Call =>
  async (...args) => {
    const path = String(['rename', 'link', 'copyFile'].includes(name) ? args[1] : args[0])
    const fault = meets(name, path)
    if (fault === 'short' && name === 'writeFile') await call(path, half(args[1]))
    if (fault) throw errorOf(fault, name, path)
    return call(...args)
  }

function watch(handle: FileHandle, [path]: unknown[], meets: Meets): FileHandle {
  const calls = handle as unknown as Calls
  for (const name of ofHandle) {
    const call = calls[name]!.bind(handle)
    calls[name] = async (...args) => {
      const fault = meets(name, String(path))
      if (fault === 'short' && name === 'write')
        return call(args[0], 0, Number(args[2]) >> 1, args[3])
      if (fault === 'short' && name.endsWith('File')) await call(half(args[0]))
      if (fault) throw errorOf(fault, systemCalls[name] ?? name)
      return call(...args)
    }
  }
  return handle
}

/** Half of a text or of bytes, or of the first piece of what comes in pieces. */
const half = (content: unknown): unknown =>
  typeof content === 'string' || content instanceof Uint8Array
    ? content.slice(0, content.length >> 1)
    : halfOfFirst(content as AsyncIterable<unknown>)

async function* halfOfFirst(pieces: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  for await (const piece of pieces) return yield half(piece)
}

function errorOf(fault: DiskFault, name: string, path?: string): Error {
  const code = { short: 'ENOSPC', kill: 'EKILLED' }[fault as string] ?? fault
  const syscall = name.replace('Sync', '')
  const at = path === undefined ? {} : { path }
  return Object.assign(new Error(`${code}: a planted fault, ${syscall}`), { code, syscall, ...at })
}
