import { UsageError } from '../../data/command_line.ts'
import { groupDigits } from '../../data/digit_grouping.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { currentSnapshot, type ListedSnapshot } from '../snapshots/snapshots.ts'

/** The output of an action, as JSON or as lines, and its exit status, 0 by default. */
export type Outcome = { value: unknown; lines: string[]; status?: number }

export function listOutcome(snapshots: ListedSnapshot[], where: string): Outcome {
  const value = snapshots.map(({ id, live, manifest, fault }) => ({
    live,
    ...(manifest ?? { id, ...(fault ? { fault } : { damaged: true }) }),
  }))
  const lines =
    snapshots.length > 0
      ? snapshots.map((each, at) => listLine(each, snapshots[at - 1]?.manifest))
      : [`no snapshot in ${where}`]
  return { value, lines }
}

/** `before`: the snapshot that is listed before. */
function listLine(
  { id, live, manifest, fault }: ListedSnapshot,
  before: Manifest | null = null,
): string {
  const start = `${live ? '*' : ' '} ${id}  `
  if (!manifest) return start + (fault ?? `DAMAGED: its manifest.json can't be read`)
  const farms = `${groupDigits(manifest.farms).padStart(11)} farms`
  return `${start}${farms}  ${filesText(manifest, before)}${manifest.synthetic ? ' (synthetic)' : ''}`
}

/** Number of files that a line names. */
const fewFiles = 3

/** The names of a snapshot's files; of many, only the new ones. */
function filesText({ sources }: Manifest, before: Manifest | null): string {
  const names = (some: Manifest['sources']) => some.map(({ file }) => file).join(', ')
  if (sources.length <= fewFiles) return names(sources)
  const known = new Set(before?.sources.map(({ sha256 }) => sha256))
  const added = before ? sources.filter(({ sha256 }) => !known.has(sha256)) : []
  const count = `${sources.length} files`
  if (added.length === 0) return count
  return added.length <= fewFiles
    ? `${count}, new: ${names(added)}`
    : `${count}, ${added.length} new`
}

export function verifyOutcome(
  snapshot: string,
  { files, problems }: { files: number; problems: string[] },
): Outcome {
  const isWhole = problems.length === 0
  const lines = isWhole ? [`${files} files are whole and fit their schemas`] : problems
  return {
    value: { snapshot, files, problems },
    lines: lines.map((each) => `${snapshot}: ${each}`),
    status: isWhole ? 0 : 1,
  }
}

export const rollbackLines = (live: string, before: string | null, where = ''): string[] => [
  `${live} is live${where}${live === before ? ' already' : `; ${before ?? 'none'} was`}`,
]

export const pruneOutcome = (removed: string[]): Outcome => ({
  value: { removed },
  lines: removed.length > 0 ? removed.map((id) => `removed ${id}`) : ['nothing to remove'],
})

/** The id of the live snapshot. Throws a UsageError if there is none. */
export async function liveIn(places: Layout): Promise<string> {
  const id = await currentSnapshot(places)
  if (id) return id
  throw new UsageError(`${places.root} holds no live snapshot; build one (npm run build -- --help)`)
}

/** The value of `--keep`. Throws a UsageError if it is not a number. */
export function numberOf(action: string, keep: string): number {
  if (!/^\d+$/.test(keep)) throw new UsageError(`${action} needs --keep N, a number`)
  return Number(keep)
}
