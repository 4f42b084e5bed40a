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

/** A cause of system failures; `elsewhere`: false if another folder is no remedy. */
type Reason = { code: string; words: RegExp; means: string; remedy: string; elsewhere?: false }

/** `words`: the C library's text, as in messages of DuckDB and SQLite. */
const reasons: Reason[] = [
  {
    code: 'ENOSPC',
    words: /no space left on device|database or disk is full|max_temp_directory_size/i,
    means: 'the disk is full',
    remedy: 'free some space',
  },
  {
    code: 'EDQUOT',
    words: /disk quota exceeded/i,
    means: 'the quota of the disk is used up',
    remedy: 'free some space',
  },
  {
    code: 'EROFS',
    words: /read-only file system|readonly database/i,
    means: 'the disk is read-only',
    remedy: 'mount it for writing',
  },
  {
    code: 'EACCES',
    words: /permission denied|unable to open database file/i,
    means: 'permission is denied',
    remedy: 'give this user the right to it',
  },
  {
    code: 'EPERM',
    words: /operation not permitted/i,
    means: 'permission is denied',
    remedy: 'give this user the right to it',
  },
  {
    code: 'ENOTDIR',
    words: /not a directory/i,
    means: 'part of its path is a file, not a folder',
    remedy: 'move that file away',
  },
  {
    code: 'EEXIST',
    words: /file exists/i,
    means: 'a file is in its place',
    remedy: 'move that file away',
  },
  {
    code: 'ENOENT',
    words: /no such file or directory/i,
    means: 'a file or folder is gone',
    remedy: 'make sure that nothing removes it',
  },
  {
    code: 'EIO',
    words: /input\/output error|disk i\/o error/i,
    means: 'the disk has failed',
    remedy: 'check it',
  },
  {
    code: 'EBUSY',
    words: /database is locked|resource busy/i,
    means: 'another program holds it',
    remedy: 'try again when that is done',
    elsewhere: false,
  },
  {
    code: 'EFBIG',
    words: /file too large/i,
    means: 'a file grows larger than this process may write',
    remedy: 'raise the limit (ulimit -f)',
    elsewhere: false,
  },
  {
    code: 'ENOMEM',
    words: /out of memory|cannot allocate memory/i,
    means: 'there is not enough memory',
    remedy: 'end other programs, or give a build more (--memory MB)',
    elsewhere: false,
  },
  {
    code: 'EMFILE',
    words: /too many open files/i,
    means: 'this process has too many files open',
    remedy: 'raise the limit (ulimit -n)',
    elsewhere: false,
  },
  {
    code: 'ENFILE',
    words: /too many open files in system/i,
    means: 'the system has too many files open',
    remedy: 'end other programs',
    elsewhere: false,
  },
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
  const { means, remedy, elsewhere = true } = found.reason
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
  const reason = reasons.find((each) =>
    isWordsOnly ? each.words.test(message) : each.code === code,
  )
  return reason ? { error, reason } : reasonOf(error.cause)
}

/** `ENOSPC: write /data/build/.work/scratch/build.duckdb`, with the known parts. */
function detail({ error: { syscall, path, message }, reason }: Found): string {
  const file = path ?? /file "([^"]+)"/.exec(message)?.[1]
  const parts = [syscall, file].filter((part) => part !== undefined)
  return [reason.code, ...(parts.length > 0 ? [parts.join(' ')] : [])].join(': ')
}

/** Makes a folder and its parents. (`mkdir` by itself reports a read-only disk as ENOENT.) */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') await mkdir(firstMissing(resolve(path)))
    throw error
  }
}

const firstMissing = (path: string): string =>
  existsSync(dirname(path)) ? path : firstMissing(dirname(path))
