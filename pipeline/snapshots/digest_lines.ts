import { basename } from 'node:path'
import { digestsFile } from '../../data/schema/descriptions.ts'
import type { SnapshotFile } from '../../data/schema/manifest.ts'

/** The text of the file of digests: all other public files, as `sha256sum -c` reads them in their folder. */
export const digestLines = (files: readonly SnapshotFile[]): string =>
  files
    .filter(({ path }) => path.startsWith('public/') && path !== digestsFile)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${sha256}  ${basename(path)}\n`)
    .join('')
