import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { day_ms } from '../../data/calendar.ts'
import type { Layout } from '../../data/schema/layout.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import { countChanges, type CountedChanges } from '../query/changes/count_changes.ts'
import { fieldsByState } from '../explore/data/coverage.ts'
import { figuresOn } from '../explore/data/figures.ts'
import { coverageByState } from '../query/coverage_by_state.ts'
import { farmCells, type FarmCell } from '../query/farm_cells.ts'
import { filesFor } from '../query/snapshot_files.ts'
import { currentId, readManifest, SnapshotError } from '../snapshot/manifest.ts'
import { SnapshotDatabase } from '../snapshot/database.ts'
import { FileChecks } from '../snapshot/files/file_checks.ts'
import { openSnapshot, type OpenOptions } from '../snapshot/open.ts'
import { PublishedSnapshots } from '../snapshot/published.ts'
import { Tombstones } from '../snapshot/tombstones.ts'
import { assetFiles, placeFiles } from './assets.ts'
import { farmIndex } from './farm_index.ts'
import { keepOnly, placeFile, placeFolder, writeWhole } from './folder.ts'
import { listingOf, readListing, type SiteListing } from './listing.ts'
import { indexPage, latestPage } from './pages/index_page.ts'
import { mapPage } from './pages/map_page.ts'
import { snapshotPage } from './pages/snapshot_page.ts'

const options: OpenOptions = {
  query: { connections: 2, deadline_ms: day_ms, patience_ms: day_ms, memory: '1GB' },
  setsMemory_bytes: 1_000_000,
}
const cellResolution = 4

/**
 * Writes the static site of a build folder's newest `keep` snapshots and its live one into the folder
 * `out`. New files are written first, then the pages that link them. Last, files that neither these pages
 * nor the former ones link are removed. Returns the site's listing. Snapshots with farms that were removed
 * since are left out, and are removed at once. Throws a SnapshotError if no snapshot remains, or if the live
 * one or one that is written is damaged.
 */
export async function writeSite(layout: Layout, out: string, keep: number): Promise<SiteListing> {
  const former = await readListing(out)
  const checks = new FileChecks(layout)
  const published = new PublishedSnapshots(layout, { checks, heldIds: [] })
  const live = await currentId(layout)
  await readManifest(layout.snapshot(live), live, [])
  const all = await publicOnes(layout, published)
  const latest = all.find(({ id }) => id === live) ?? all[0]
  if (!latest)
    throw new SnapshotError(
      `${layout.root} has no snapshot to show: each is damaged, of another version, or holds removed farms; build one`,
    )
  const kept = all.filter((each, at) => at < keep || each === latest)
  await mkdir(out, { recursive: true })
  const assets = await placeFolder(out, 'assets', assetFiles())
  const places = await placeFolder(out, 'places', placeFiles())
  const changes = await changesOf(layout, published, kept)
  for (const manifest of kept) {
    const upToIt = changes.filter((each) => each.manifest.built_at <= manifest.built_at)
    await writeSnapshot(layout, join(out, 'snapshots', manifest.id), manifest, {
      checks,
      changes: upToIt,
      assets,
    })
  }
  const listing = listingOf(latest, kept, [assets, places])
  await writeWhole(join(out, 'map/index.html'), mapPage(latest, assets, places))
  await writeWhole(join(out, 'latest/index.html'), latestPage(latest, assets))
  await writeWhole(join(out, 'snapshots.json'), JSON.stringify(listing, null, 2) + '\n')
  await writeWhole(join(out, 'index.html'), indexPage(latest, changes, assets))
  await removeOthers(out, listing, former, new Set(all.map(({ id }) => id)))
  return listing
}

/** The snapshots without removed farms, newest first. */
async function publicOnes(layout: Layout, published: PublishedSnapshots): Promise<Manifest[]> {
  const tombstones = new Tombstones(layout.tombstones)
  await tombstones.refresh()
  const found: Manifest[] = []
  for (const manifest of await published.list())
    if (!(await published.holdsAny(manifest, tombstones.ids))) found.push(manifest)
  return found
}

async function changesOf(
  layout: Layout,
  published: PublishedSnapshots,
  of: readonly Manifest[],
): Promise<CountedChanges[]> {
  const archive = await SnapshotDatabase.openFolder(layout.snapshots, options.query)
  try {
    const ids = new Set(of.map(({ id }) => id))
    const counted = await countChanges({ published, archive })
    return counted.filter(({ manifest }) => ids.has(manifest.id))
  } finally {
    archive.close()
  }
}

type Context = { checks: FileChecks; changes: CountedChanges[]; assets: string }

/** The files of a snapshot, the map's data, and last the page. */
async function writeSnapshot(
  layout: Layout,
  folder: string,
  { id }: Manifest,
  { checks, changes, assets }: Context,
): Promise<void> {
  const snapshot = await openSnapshot(layout, id, options, checks)
  try {
    const { manifest, stats } = snapshot
    for (const { path } of filesFor(manifest, 'free'))
      await placeFile(join(layout.snapshot(id), path), join(folder, path))
    const cells = await farmCells(snapshot, cellResolution)
    const index = await farmIndex(join(folder, 'public/farms.parquet'))
    await writeWhole(join(folder, 'farm_index.json'), JSON.stringify(index))
    await writeWhole(join(folder, 'overview.json'), JSON.stringify(overviewOf(cells)))
    const figures = figuresOn(stats, new Date(manifest.built_at))
    const byState = await coverageByState(snapshot, fieldsByState)
    const shown = { manifest, figures, cells, byState, changes }
    await writeWhole(join(folder, 'index.html'), snapshotPage(shown, assets))
  } finally {
    snapshot.close()
  }
}

/** The number of farms at each point, in the format of explore/map/points.ts. */
function overviewOf(cells: readonly FarmCell[]) {
  const step = 0.01
  let last = { x: 0, y: 0 }
  const points = cells.flatMap(({ lat, lng }) => {
    const here = { x: Math.round(lng / step), y: Math.round(lat / step) }
    const more = [here.x - last.x, here.y - last.y]
    last = here
    return more
  })
  return { step, points, counts: cells.map(({ farms }) => farms) }
}

/**
 * Removes files that no page links. Files that the former pages link stay until the next update, since a
 * reader may have such a page open. Withdrawn snapshots are removed at once.
 */
async function removeOthers(
  out: string,
  listing: SiteListing,
  former: SiteListing | null,
  allowed: ReadonlySet<string>,
): Promise<void> {
  const both = [listing, ...(former ? [former] : [])]
  const ids = both.flatMap(({ snapshots }) => snapshots.map(({ id }) => id))
  await keepOnly(join(out, 'snapshots'), new Set(ids.filter((id) => allowed.has(id))))
  const folders = Map.groupBy(
    both.flatMap((each) => each.folders),
    dirname,
  )
  for (const [kind, paths] of folders)
    await keepOnly(join(out, kind), new Set(paths.map((path) => basename(path))))
}
