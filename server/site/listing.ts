import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../../data/command_line.ts'
import { manifest, type Manifest } from '../../data/schema/manifest.ts'
import { filesFor } from '../query/snapshot_files.ts'

const { id, built_at, as_of, farms, synthetic, files } = manifest.shape

/** `snapshots.json` of a site: its content, for programs and for the next update. */
const siteListing = z.object({
  latest: id,
  snapshots: z.array(z.object({ id, built_at, as_of, farms, synthetic, files })),
  /** Folders that its pages use. */
  folders: z.array(z.string()),
})
export type SiteListing = z.infer<typeof siteListing>

/** The listing of a site with these snapshots, newest first. */
export const listingOf = (
  latest: Manifest,
  all: readonly Manifest[],
  folders: string[],
): SiteListing => ({
  latest: latest.id,
  snapshots: all.map((each) => {
    const { id, built_at, as_of, farms, synthetic } = each
    const files = filesFor(each, 'free').map(({ path, rows, bytes, sha256 }) => {
      return { path, rows, bytes, sha256 }
    })
    return { id, built_at, as_of, farms, synthetic, files }
  }),
  folders,
})

/** Names that a site has in its folder; other names there are left alone, such as `.git` or `CNAME`. */
const names = ['index.html', 'snapshots', 'assets', 'places', 'map', 'latest']

/**
 * Reads the listing of the site in a folder; null if the folder has no site. Throws a UsageError if the
 * folder has other files of the site's names, which writing could replace or remove.
 */
export async function readListing(folder: string): Promise<SiteListing | null> {
  const path = join(folder, 'snapshots.json')
  if (!existsSync(path)) {
    const taken = names.find((name) => existsSync(join(folder, name)))
    if (taken === undefined) return null
    throw new UsageError(
      `--out ${folder} has ${taken} already, and it does not hold a site: name another folder`,
    )
  }
  const text = await readFile(path, 'utf8')
  try {
    return siteListing.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`${path} does not hold a site: name an empty folder with --out`)
  }
}
