import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOn } from '../../data/command_line.ts'
import { replaceAtomically } from '../../data/disk/durable_files.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { quarantine, type Quarantined } from '../../data/schema/quarantine.ts'
import { readIfPresent, SnapshotsError } from './snapshots.ts'

/** A person's decision: who, why and when. */
export type Decided = { by: string; reason: string; at: string }

/** The source files in quarantine. Throws if the list is damaged, since they would go live without it. */
export async function readQuarantine(places: Layout): Promise<Quarantined[]> {
  const text = await readIfPresent(places.quarantine)
  try {
    return text === null ? [] : quarantine.parse(JSON.parse(text))
  } catch (error) {
    throw new SnapshotsError(
      `${places.quarantine} can't be read, and it keeps rejected files out; restore it, or write [] into it`,
      { cause: error },
    )
  }
}

/** Returns why a file is in quarantine, and the remedy, by its digest; null = it is not. */
export async function quarantineReasons(
  places: Layout,
): Promise<(sha256: string) => string | null> {
  const held = new Map((await readQuarantine(places)).map((each) => [each.sha256, each]))
  return (sha256) => {
    const entry = held.get(sha256)
    return entry ? heldLine(entry, places) : null
  }
}

const heldLine = ({ sha256, source, by, reason, at }: Quarantined, { root }: Layout) =>
  `${by} rejected this file of ${source} on ${at.slice(0, 10)} (${reason}); get another file from the source, ` +
  `or, if this one is right, ${commandOn(root, `npm run snapshots -- lift ${sha256.slice(0, 12)} --by WHO --reason "why"`)}`

/** Puts files into quarantine; those in it already stay as they are. */
export async function putInQuarantine(
  places: Layout,
  sources: Source[],
  snapshot: string,
  decided: Decided,
): Promise<Quarantined[]> {
  const all = await readQuarantine(places)
  const fresh = sources
    .filter(({ sha256 }) => !all.some((each) => each.sha256 === sha256))
    .map(({ sha256, source, file }) => ({ sha256, source, file, snapshot, ...decided }))
  await write(places, [...all, ...fresh])
  return fresh
}

/** Takes files out of quarantine, by the first characters of their digests; returns them. */
export async function liftFromQuarantine(
  places: Layout,
  isLifted: (sha256: string) => boolean,
): Promise<Quarantined[]> {
  const all = await readQuarantine(places)
  const lifted = all.filter(({ sha256 }) => isLifted(sha256))
  if (lifted.length > 0)
    await write(
      places,
      all.filter((each) => !lifted.includes(each)),
    )
  return lifted
}

async function write(places: Layout, all: Quarantined[]): Promise<void> {
  await mkdir(places.work, { recursive: true })
  const text = JSON.stringify(quarantine.parse(all), null, 2) + '\n'
  await replaceAtomically(places.quarantine, text, join(places.work, 'quarantine'))
}
