import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../../data/command_line.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { SystemFailure } from '../../data/system_failure.ts'
import { currentId, readManifest } from '../snapshot/manifest.ts'

/** The source of a first snapshot: the listings in data/start, or generated farms. */
export type FirstFarms = 'real' | 'synthetic'

/** Builds a snapshot if none was ever published, as a user would. Throws a SystemFailure. */
export function publishWhereNone({ root, current }: Layout, farms: FirstFarms): void {
  if (existsSync(current)) return
  process.stderr.write(`No snapshot in ${root}: building one from ${materials[farms]}.\n`)
  if (farms === 'real') return buildInto(root, '--config', pathOf('data/start/sources.json'))
  const scratch = mkdtempSync(join(tmpdir(), 'farm-directory-'))
  try {
    const feed = join(scratch, 'sample.jsonl.gz')
    run('data/sample/main.ts', '--farms', '5000', '--seed', '1', '--out', feed)
    buildInto(root, '--source', `farm-feed=${feed}`)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

const materials = {
  real: 'the real listings in data/start',
  synthetic: '5,000 synthetic farms',
}

/** Throws a UsageError if the live snapshot has other farms, a SnapshotError if unreadable. */
export async function refuseOtherFarms(layout: Layout, farms: FirstFarms): Promise<void> {
  if (!existsSync(layout.current)) return
  const id = await currentId(layout)
  const { synthetic } = await readManifest(layout.snapshot(id), id, [])
  const found = synthetic ? 'synthetic' : 'real'
  if (found === farms) return
  throw new UsageError(
    `--${farms}: ${layout.root} holds snapshot ${id} of ${found} farms, which stays as it is; ` +
      `name another folder: BUILD_DIR=build/${farms} npm start -- --${farms}`,
  )
}

const buildInto = (root: string, ...sources: string[]) =>
  run('pipeline/main.ts', 'build', ...sources, '--out', root)

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Runs a program of the project. Its output goes to standard error, only if it fails. */
function run(path: string, ...args: string[]): void {
  const { status, error, stdout } = spawnSync(process.execPath, [pathOf(path), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) throw error
  if (status === 0) return
  process.stderr.write(stdout)
  throw new SystemFailure('no first snapshot could be built: see above')
}
