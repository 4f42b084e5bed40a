import { UsageError } from '../../data/command_line.ts'
import { groupDigits } from '../../data/digit_grouping.ts'
import type { ListedSnapshot } from '../snapshots/snapshots.ts'

/** The output of an action, as JSON or as lines, and its exit status, 0 by default. */
export type Outcome = { value: unknown; lines: string[]; status?: number }

export function listOutcome(snapshots: ListedSnapshot[], where: string): Outcome {
  const value = snapshots.map(({ id, live, manifest }) => ({
    live,
    ...(manifest ?? { id, damaged: true }),
  }))
  const lines = snapshots.length > 0 ? snapshots.map(listLine) : [`no snapshot in ${where}`]
  return { value, lines }
}

function listLine({ id, live, manifest }: ListedSnapshot): string {
  const start = `${live ? '*' : ' '} ${id}  `
  if (!manifest) return `${start}DAMAGED: its manifest.json can't be read`
  const farms = `${groupDigits(manifest.farms).padStart(11)} farms`
  const files = manifest.sources.map(({ file }) => file).join(', ')
  return `${start}${farms}  ${files}${manifest.synthetic ? ' (synthetic)' : ''}`
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

/** The value of `--keep`. Throws a UsageError if it is not a number. */
export function numberOf(action: string, keep: string): number {
  if (!/^\d+$/.test(keep)) throw new UsageError(`${action} needs --keep N, a number`)
  return Number(keep)
}
