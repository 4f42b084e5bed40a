/** What a schema version brought, and what those who read files of the one before have to change. */
type Version = { version: number; brought: string; migration: string }

/** The newest first. Snapshots name theirs in `manifest.json`, columns the one they came with (`since`). */
export const schemaVersions: [Version, ...Version[]] = [
  {
    version: 6,
    brought:
      'Rows of `farms.parquet` in the order of `h3_cell`, then `id`, which its row groups name as sorting columns, and of `product_listings.parquet` in that of their farms; `cell=` finds farms by their `h3_cell`',
    migration:
      'none: columns are as they were. What relied on the order of finer cells sorts rows itself.',
  },
  {
    version: 5,
    brought:
      '`bbox` in `farms.parquet`, which is GeoParquet 1.1 and has small row groups; files that describe a snapshot',
    migration:
      'none: `bbox` is the last column, and all others are as they were. Data pages are of version 1.',
  },
  {
    version: 4,
    brought:
      '`serving/columns.bin` in place of 52 files; histories of listings, and how old hours are',
    migration: 'build a new snapshot; what reads `public/` and `members/` alone finds new columns',
  },
  {
    version: 3,
    brought:
      'Counties and time zones by real boundaries, county codes, lineage and registry of merged listings',
    migration: '`county` is that of the point; what a source stated is in the provenance',
  },
  {
    version: 2,
    brought: 'Texts that are kept beside what was read of them (`kept_texts` in the provenance)',
    migration: 'none',
  },
  { version: 1, brought: 'The first tables', migration: 'none' },
]

/** Of the files that a build writes. Raised whenever a table gets columns, or a reader would misread a file. */
export const schemaVersion = schemaVersions[0].version

/** Those that are read: the present one, and the one before. */
export const readableVersions: readonly number[] = [schemaVersion, schemaVersion - 1]

/** Why what is of a version can't be read; null where it can. */
export const versionProblem = (version: unknown): string | null =>
  readableVersions.some((each) => each === version)
    ? null
    : `schema version ${String(version)}, this program reads ${readableVersions.join(' and ')}`
