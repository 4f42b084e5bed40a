import { rm } from 'node:fs/promises'
import type { Layout } from '../../data/schema/layout.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { openDatabase } from '../database/database.ts'
import { recordPublished } from '../archive/published.ts'
import { refuses } from '../gates/gates.ts'
import { publish } from '../publish/publish.ts'
import { acceptReport } from '../report/report.ts'
import { currentEditions } from '../resolve/before/previous.ts'
import { readTombstones } from '../resolve/removal/tombstones.ts'
import {
  liftFromQuarantine,
  putInQuarantine,
  readQuarantine,
  type Decided,
} from '../snapshots/quarantine.ts'
import { currentSnapshot, liveSnapshot, SnapshotsError } from '../snapshots/snapshots.ts'
import { verifySnapshot } from '../snapshots/verify.ts'
import { lockBuildFolder } from '../snapshots/workspace.ts'
import { candidateOf } from './candidates.ts'

/**
 * Publishes a candidate in spite of the named gates, without building again. Throws a SnapshotsError if a gate
 * that refuses is not named, if another snapshot is live than the one it was compared with, or if a file
 * differs from its digest.
 */
export async function accept(places: Layout, id: string, gates: string[], decided: Decided) {
  using _ = await lockBuildFolder(places)
  const { own, folder, manifest } = await candidateOf(places, id)
  requireNamed(manifest, gates)
  const live = await currentSnapshot(places)
  if (live !== manifest.previous)
    throw new SnapshotsError(
      `${id} was compared with ${manifest.previous ?? 'nothing'}, and ${live ?? 'nothing'} is live now: build again`,
    )
  const { problems } = await verifySnapshot(folder, { rows: false })
  if (problems.length > 0)
    throw new SnapshotsError(`${id} is damaged; build again: ${problems.join('; ')}`)
  const { inForce, lifted } = await readTombstones(own, new Date(decided.at))
  const accepted = manifest.gates.map((verdict) =>
    refuses(verdict)
      ? { ...verdict, accepted_reason: decided.reason, accepted_by: decided.by }
      : verdict,
  )
  const published = { ...manifest, gates: accepted }
  await publish(places, folder, published, [...inForce, ...lifted])
  await recordPublished(places, published)
  await acceptReport(places.report(id), published)
  await rm(own.root, { recursive: true })
  return published
}

function requireNamed({ id, gates }: Manifest, named: string[]): void {
  const names = gates.filter(refuses).map(({ name }) => name)
  const stray = named.find((name) => !names.includes(name))
  if (stray !== undefined)
    throw new SnapshotsError(`${stray} did not refuse ${id}; these did: ${names.join(', ')}`)
  const missing = names.filter((name) => !named.includes(name))
  if (missing.length > 0)
    throw new SnapshotsError(`${id} is refused by ${missing.join(', ')} too: name each by --gate`)
}

/**
 * Removes a candidate and puts its new inputs into quarantine: the files that the gates name,
 * else all that the live snapshot does not have. Returns the files in quarantine.
 */
export async function reject(places: Layout, id: string, decided: Decided) {
  using _ = await lockBuildFolder(places)
  const { own, folder, manifest } = await candidateOf(places, id)
  const fresh = await newInputs(places, manifest)
  const named = await namedFiles(folder, manifest)
  const guilty = fresh.filter(({ source, sha256 }) => named.has(source) || named.has(sha256))
  const files = guilty.length > 0 ? guilty : fresh
  const held = await putInQuarantine(places, files, id, decided)
  await rm(own.root, { recursive: true })
  return held
}

/** The sources that gates found over a limit, and the digests of the files of such series. */
async function namedFiles(folder: string, { gates }: Manifest): Promise<Set<string | null>> {
  const over = gates.flatMap(({ figures }) =>
    figures.filter(({ observed, allowed }) => observed > allowed),
  )
  const named = new Set(over.map(({ source }) => source))
  using database = await openDatabase(':memory:')
  const editions = await currentEditions(database, folder)
  const files = editions.filter(({ series }) => named.has(series))
  return named.union(new Set(files.map(({ sha256 }) => sha256)))
}

/** The inputs of a snapshot that the live one does not have, and that are not in quarantine. */
async function newInputs(places: Layout, { sources }: Manifest) {
  const known = (await liveSnapshot(places))?.manifest.sources ?? []
  const held = await readQuarantine(places)
  return sources.filter(({ sha256 }) => ![...known, ...held].some((each) => each.sha256 === sha256))
}

/** Takes the files of these digests, or beginnings of digests, out of quarantine. */
export async function lift(places: Layout, digest: string) {
  using _ = await lockBuildFolder(places)
  if (!/^[0-9a-f]{8,64}$/.test(digest))
    throw new SnapshotsError(`${digest} is no digest: name at least its first 8 characters`)
  const lifted = await liftFromQuarantine(places, (sha256) => sha256.startsWith(digest))
  if (lifted.length === 0) throw new SnapshotsError(`${places.quarantine} has no file ${digest}`)
  return lifted
}
