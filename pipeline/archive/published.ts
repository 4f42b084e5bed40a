import { rm, stat } from 'node:fs/promises'
import type { Layout } from '../../data/schema/layout.ts'
import type { Run } from '../../data/schema/run.ts'
import { listSnapshots, namesIn } from '../snapshots/snapshots.ts'
import { Archive } from './archive.ts'

/** Files that nothing needs are removed, oldest first, while the archive is larger than this. */
const mostBytes = 2_000_000_000

type PublishedFile = Pick<Run['inputs'][number], 'source' | 'sha256' | 'fallback'>

/**
 * Records that a snapshot is published: its files are the last good editions of their sources. Then removes
 * files that no kept snapshot and no last good edition needs, while the archive is too large.
 */
export async function recordPublished(
  places: Layout,
  { sources, built_at }: { built_at: string; sources: PublishedFile[] },
  most = mostBytes,
): Promise<void> {
  const archive = await Archive.open(places)
  const own = new Set(
    sources.filter(({ fallback }) => !fallback).map(({ source, sha256 }) => `${source} ${sha256}`),
  )
  archive.files = archive.files.map((file) =>
    own.has(`${file.source} ${file.sha256}`) && (file.good_at ?? '') < built_at
      ? { ...file, good_at: built_at }
      : file,
  )
  await clean(places, archive, most)
  await archive.save()
}

async function clean(places: Layout, archive: Archive, most: number): Promise<void> {
  const needed = await neededFiles(places, archive)
  const names = (await namesIn(places.archive)).filter((name) => /^[0-9a-f]{64}$/.test(name))
  const stored = await Promise.all(
    names.map(async (name) => ({ name, stats: await stat(archive.pathOf(name)) })),
  )
  let bytes = stored.reduce((sum, { stats }) => sum + stats.size, 0)
  for (const { name, stats } of stored.toSorted((a, b) => a.stats.mtimeMs - b.stats.mtimeMs)) {
    if (bytes <= most) break
    if (needed.has(name)) continue
    archive.files = archive.files.filter(({ sha256 }) => sha256 !== name)
    await archive.save() // before its file, so that the index names no file that is gone
    await rm(archive.pathOf(name))
    bytes -= stats.size
  }
}

/** Digests of the files of every kept snapshot, and of the last good edition of each source and series. */
async function neededFiles(places: Layout, { files }: Archive): Promise<Set<string>> {
  const snapshots = await listSnapshots(places)
  const published = snapshots.flatMap(({ manifest }) => manifest?.sources ?? [])
  const good = files
    .filter(({ good_at }) => good_at !== null)
    .toSorted((a, b) => (a.good_at! < b.good_at! ? -1 : 1))
  const last = new Map(good.map((file) => [JSON.stringify([file.source, file.series]), file]))
  return new Set([...published, ...last.values()].map(({ sha256 }) => sha256))
}
