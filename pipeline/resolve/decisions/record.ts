import { decision, type Decision } from '../../../data/schema/input/decision.ts'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import { lockFolder } from '../../../data/disk/folder_lock.ts'
import { readIfPresent, SnapshotsError } from '../../snapshots/snapshots.ts'
import { readDecisions, type Decided, type Decisions } from './read.ts'

/**
 * Appends what `decide` makes of the decisions on record, in one step, and returns it with its numbers. No
 * other process can append meanwhile. Throws if the file is invalid or locked.
 */
export async function recordDecisions(
  path: string,
  decide: (onRecord: Decisions) => Decision[],
): Promise<Decided[]> {
  using lock = lockFolder(`${path}.lock`)
  if (!lock) throw new SnapshotsError(`another process writes ${path}; try again`)
  const onRecord = await readDecisions(path)
  const made = decide(onRecord).map((each) => decision.parse(each))
  const before = (await readIfPresent(path))?.trimEnd()
  const lines = [...(before ? [before] : []), ...made.map((each) => JSON.stringify(each))]
  if (made.length > 0) await replaceAtomically(path, lines.join('\n') + '\n', `${path}.new`)
  return made.map((each, index) => ({ ...each, entry: onRecord.entries.length + index + 1 }))
}
