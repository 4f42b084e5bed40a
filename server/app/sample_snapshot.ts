import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Layout } from '../../data/schema/layout.ts'
import { SystemFailure } from '../../data/system_failure.ts'

const program = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/**
 * Builds a small synthetic snapshot where none was ever published, with the same commands that a
 * person would use. Throws where they fail.
 */
export function publishSampleWhereNone({ root, current }: Layout): void {
  if (existsSync(current)) return
  process.stderr.write(`No snapshot in ${root}: building one from synthetic sample farms.\n`)
  const scratch = mkdtempSync(join(tmpdir(), 'farm-directory-'))
  try {
    const feed = join(scratch, 'sample.jsonl.gz')
    // What it says of the feed is of no use to anyone: the feed goes.
    const sample = ['--farms', '5000', '--seed', '1', '--out', feed]
    run(program('data/sample/main.ts'), sample, 'ignore')
    run(program('pipeline/main.ts'), ['build', '--source', `farm-feed=${feed}`, '--out', root], 2)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Standard output holds nothing but the server's address: a command's goes to `out`. */
function run(path: string, args: string[], out: 'ignore' | 2): void {
  const { status, error } = spawnSync(process.execPath, [path, ...args], {
    stdio: ['ignore', out, 2],
  })
  if (error) throw error
  if (status !== 0) throw new SystemFailure('no sample could be built: see above')
}
