/** The additions of a schema version, and the changes that readers of the previous version's files need. */
type Version = { version: number; brought: string; migration: string }

/**
 * Newest first. Snapshots name theirs in `manifest.json`, columns the version that added them (`since`).
 */
export const schemaVersions: [Version, ...Version[]] = [
  {
    version: 13,
    brought:
      '`rows_digest` in `editions.parquet`. An edition keeps its `revision` in another file with the same rows',
    migration: 'none: a column is added.',
  },
  {
    version: 12,
    brought:
      '`county` and `county_fips` are by the Census of 2023, with the planning regions of Connecticut, and Chugach and Copper River in Alaska. `county_fips_2020` has the codes before 2022. `county_vintages.parquet` is gone. In `stats.parquet`, `last_confirmed` counts farms by year, in place of ages on a day of the past (`freshness`)',
    migration:
      'join tables of 2022 and later by `county_fips`, and tables of 2020 and 2021 by `county_fips_2020`. Tables of 2019 and earlier have 02261 for 02063 and 02066.',
  },
  {
    version: 11,
    brought: 'The serving file is compressed, and cards share their repeated parts',
    migration: 'none: tables are as they were.',
  },
  {
    version: 10,
    brought:
      'Each group of fields has the day of its newest statement (`said_at`). If no current listing has a group, an earlier statement takes its place (`carried` in the provenance). `values.parquet` contains the newest statements of each listing. `county_vintages.parquet` contains the county of each farm in the Census tables of 2019 and 2023. Histories of listings have hours, seasons, website and stated county. `comparability.parquet` shows what each edition asked, and `event` in `editions.parquet` names purges, migrations and changes of columns. The serving file has the days',
    migration:
      'none: columns are added. Farms have more known values than before; to use only values since a day, compare `said_at`, or ask with `said_since`. New columns of histories are null for editions that were last read before, unless the build reads all files of their series.',
  },
  {
    version: 9,
    brought: 'The serving file has the farms by rating',
    migration: 'none: tables are as they were.',
  },
  {
    version: 8,
    brought:
      'The serving file has the ZIP code, `updated_at`, `first_listed` and `last_listed` of each farm',
    migration: 'none: tables are as they were.',
  },
  {
    version: 7,
    brought:
      'Every edition has a date. A listing without a date of its own is as old as its edition, also for `verification_status`. `last_listed` is the newest edition, of any series, that listed the farm. The serving file has when the hours of each farm were said',
    migration:
      'none: columns are as they were. To tell whether hours are too old, compare `hours_confirmed_at` with the moment asked about, not with `as_of`.',
  },
  {
    version: 6,
    brought:
      'Rows of `farms.parquet` sorted by `h3_cell`, then `id`; `product_listings.parquet` in the order of its farms; `cell=` finds farms by `h3_cell`',
    migration:
      'none: columns are unchanged. Programs that relied on the order of finer cells sort rows themselves.',
  },
  {
    version: 5,
    brought:
      '`bbox` in `farms.parquet`, which is GeoParquet 1.1 and has small row groups; files that describe a snapshot',
    migration:
      'none: `bbox` is the last column, all others are unchanged. Data pages have version 1.',
  },
  {
    version: 4,
    brought: '`serving/columns.bin` in place of 52 files; histories of listings; age of hours',
    migration: 'build a new snapshot; readers of `public/` and `members/` find new columns',
  },
  {
    version: 3,
    brought:
      'Counties and time zones by real boundaries, county codes, lineage and registry of merged listings',
    migration: "`county` is the county of the point; the source's statement is in the provenance",
  },
  {
    version: 2,
    brought: 'Source texts kept in the provenance (`kept_texts`)',
    migration: 'none',
  },
  { version: 1, brought: 'The first tables', migration: 'none' },
]

/**
 * The version that a build writes. Raised whenever a table gets columns, or a reader would misread a file.
 */
export const schemaVersion = schemaVersions[0].version

/** The readable versions: the present and the previous one. */
export const readableVersions: readonly number[] = [schemaVersion, schemaVersion - 1]

/** The reason why a version can't be read; null if it can. */
export function versionProblem(version: unknown): string | null {
  if (readableVersions.some((each) => each === version)) return null
  const remedy = Number(version) > schemaVersion ? ': update it' : ''
  return `schema version ${String(version)}, this program reads ${readableVersions.join(' and ')}${remedy}`
}
