import { execFileSync } from 'node:child_process'
import { countFault } from './promises.ts'

/**
 * Runs an action while the system lets no file of this process grow past so many bytes: the write that
 * would takes only a part, and the next one fails (EFBIG). It befalls DuckDB and SQLite too; the test must
 * run alone in its process.
 */
export async function withFileLimit<Result>(
  bytes: number,
  action: () => Promise<Result>,
): Promise<Result> {
  limitFiles(String(bytes))
  countFault()
  try {
    return await action()
  } finally {
    limitFiles('unlimited')
  }
}

/** Node can't set its own limits; `prlimit` is a part of every Linux (util-linux). */
const limitFiles = (most: string) =>
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${most}:`])
