import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../data/schema/report.ts'
import { build } from '../../pipeline/build.ts'
import { gates, type Acceptance } from '../../pipeline/gates/gates.ts'
import type { SourceFile } from '../../pipeline/intake/intake.ts'
import { adapterFor } from '../../pipeline/read/adapters.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

export type Input = {
  /** Lines of a farm feed: objects, or text that is to stand as it is. */
  feed?: readonly (object | string)[]
  /** Source files there already are. */
  sources?: readonly ({ kind: string } & Omit<SourceFile, 'adapter'>)[]
  /** The build folder; default: one of its own, removed when the test ends. */
  root?: string
  /** The moment of the build: what the snapshot's id begins with. */
  now?: Date
  /** Whether no row is taken from the last build. */
  full?: boolean
  /** Gates whose refusal is overruled; default: each that can be. */
  accepted?: Acceptance[]
}

const anyRefusal: Acceptance[] = gates
  .filter(({ severity }) => severity === 'refusal')
  .map(({ name }) => ({ gate: name, reason: 'a test needs it' }))

export type BuiltSnapshot = {
  /** The build folder, as BUILD_DIR or --out would name it. */
  root: string
  id: string
  /** The snapshot's own folder. */
  folder: string
  report: Report
}

/**
 * Builds a snapshot in this process, from lines of a farm feed or from source files, and makes it
 * the live one of its build folder. `life` is a test's context, or `{ after }` of node:test for a
 * snapshot that all tests of a file share.
 */
export async function buildSnapshot(life: Lifetime, input: Input): Promise<BuiltSnapshot> {
  const { feed, sources = [], now, full = false, accepted = anyRefusal } = input
  const { root = join(await temporaryFolder(life), 'build') } = input
  const path = feed && (await writeFeed(life, feed, now))
  // Beside another feed it is a part of its edition.
  const beside = sources.find(({ kind }) => kind === 'farm-feed')?.retrieved_at
  const retrieved = beside ? { retrieved_at: beside } : {}
  const own = path ? [{ kind: 'farm-feed', path, ...retrieved }] : []
  const files = [...own, ...sources].map(({ kind, ...file }) => ({
    ...file,
    adapter: adapterFor(kind),
  }))
  const report = await build({ sources: files, out: root, accepted, full }, undefined, now)
  const { snapshot: id, gates } = report
  if (id === null)
    throw new Error(`refused: ${JSON.stringify(gates.filter((each) => each.passed === false))}`)
  return { root, id, folder: join(root, 'snapshots', id), report }
}

/**
 * Writes a farm feed into a folder of its own and returns its path. One whose rows have no date has that of
 * `retrieved` in its name.
 */
export async function writeFeed(
  life: Lifetime,
  lines: readonly (object | string)[],
  retrieved = new Date('2026-01-01T00:00:00Z'),
): Promise<string> {
  const isDated = lines.some((line) => JSON.stringify(line).includes('updated_at'))
  const name = isDated ? 'feed.jsonl' : `feed-${retrieved.toISOString().slice(0, 10)}.jsonl`
  const path = join(await temporaryFolder(life), name)
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, text.join('\n') + '\n')
  return path
}
