import { basename } from 'node:path'
import { digestsFile } from '../../data/schema/descriptions.ts'
import type { SnapshotFile } from '../../data/schema/manifest.ts'

/** The text of the file of digests, for `sha256sum -c` in the folder of the public files. */
export const digestLines = (files: readonly SnapshotFile[]): string =>
  files
    .filter(({ path }) => path.startsWith('public/') && path !== digestsFile)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, sha256 }) => `${sha256}  ${basename(path)}\n`)
    .join('')
