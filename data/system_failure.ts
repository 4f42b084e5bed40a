import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * The system prevents a command's work. The message states the action and the folder, the cause, and the
 * remedy.
 */
export class SystemFailure extends Error {
  override name = 'SystemFailure'
}

/** The action and its folder (`build into`), and the option or setting that selects another folder. */
type Place = { doing: string; folder: string; setting: string }

/**
 * A cause of system failures. `words`: the C library's text, as in messages of DuckDB and SQLite. `elsewhere`:
 * false if another folder is no remedy.
 */
type Reason = [code: string, words: RegExp, means: string, remedy: string, elsewhere?: false]

const space = 'free some space'
const right = 'give this user the right to it'
const away = 'move that file away'
const memory = 'end other programs, or give a build more (--memory MB)'

const reasons: Reason[] = [
  [
    'ENOSPC',
    /no space left on device|database or disk is full|max_temp_directory_size/i,
    'the disk is full',
    space,
  ],
  ['EDQUOT', /disk quota exceeded/i, 'the quota of the disk is used up', space],
  [
    'EROFS',
    /read-only file system|readonly database/i,
    'the disk is read-only',
    'mount it for writing',
  ],
  ['EACCES', /permission denied|unable to open database file/i, 'permission is denied', right],
  ['EPERM', /operation not permitted/i, 'permission is denied', right],
  ['ENOTDIR', /not a directory/i, 'part of its path is a file, not a folder', away],
  ['EEXIST', /file exists/i, 'a file is in its place', away],
  [
    'ENOENT',
    /no such file or directory/i,
    'a file or folder is gone',
    'make sure that nothing removes it',
  ],
  [
    'ENOENT',
    /no files found that match/i,
    'a file is gone, or in a folder that this user may not read',
    'bring it back, or give this user the right to it',
  ],
  ['EIO', /input\/output error|disk i\/o error/i, 'the disk has failed', 'check it'],
  [
    'EBUSY',
    /database is locked|resource busy/i,
    'another program holds it',
    'try again when that is done',
    false,
  ],
  [
    'EFBIG',
    /file too large/i,
    'a file grows larger than this process may write',
    'raise the limit (ulimit -f)',
    false,
  ],
  ['ENOMEM', /out of memory|cannot allocate memory/i, 'there is not enough memory', memory, false],
  [
    'EMFILE',
    /too many open files/i,
    'this process has too many files open',
    'raise the limit (ulimit -n)',
    false,
  ],
  [
    'ENFILE',
    /too many open files in system/i,
    'the system has too many files open',
    'end other programs',
    false,
  ],
]

/**
 * Does work in a folder. Throws a SystemFailure if the system prevents it; every other error stays
 * unchanged.
 */
export async function workingIn<Result>(
  place: Place,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw systemFailure(error, place) ?? error
  }
}

/** Explains an error of the system, DuckDB or SQLite; null for every other error. */
export function systemFailure(error: unknown, place?: Place): SystemFailure | null {
  const found = reasonOf(error)
  if (found === null) return null
  const [, , means, remedy, elsewhere = true] = found.reason
  const cant = place ? `can't ${place.doing} ${resolve(place.folder)}: ` : ''
  const other = place && elsewhere ? `, or name another folder by ${place.setting}` : ''
  return new SystemFailure(`${cant}${means} (${detail(found)}); ${remedy}${other}`, {
    cause: error,
  })
}

type Found = { error: NodeJS.ErrnoException; reason: Reason }

function reasonOf(error: unknown): Found | null {
  // The other of the two errors comes from cleaning up.
  if (error instanceof SuppressedError) return reasonOf(error.suppressed)
  // Our own error classes have their own messages.
  if (!(error instanceof Error) || !['Error', 'SqliteError'].includes(error.name)) return null
  const { code = '', message, syscall = '' } = error as NodeJS.ErrnoException
  if (['listen', 'connect'].includes(syscall)) return null // network errors
  const isWordsOnly = code === '' || code.startsWith('SQLITE_')
  const reason = reasons.find(([its, words]) => (isWordsOnly ? words.test(message) : its === code))
  return reason ? { error, reason } : reasonOf(error.cause)
}

/** `ENOSPC: write /data/build/.work/scratch/build.duckdb`, with the known parts. */
function detail({ error: { syscall, path, message }, reason }: Found): string {
  const file = path ?? /(?:file|pattern) "([^"]+)"/.exec(message)?.[1]
  const parts = [syscall, file].filter((part) => part !== undefined)
  return [reason[0], ...(parts.length > 0 ? [parts.join(' ')] : [])].join(': ')
}

/** Makes a folder and its parents. (`mkdir` by itself reports a read-only disk as ENOENT.) */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, ...(mode !== undefined && { mode }) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') await mkdir(firstMissing(resolve(path)))
    throw error
  }
}

const firstMissing = (path: string): string =>
  existsSync(dirname(path)) ? path : firstMissing(dirname(path))
