import list from './versions.json' with { type: 'json' }

/** The additions of a schema version, and the changes that readers of the previous version's files need. */
type Version = { version: number; brought: string; migration: string }

/**
 * Newest first. Snapshots name theirs in `manifest.json`, columns the version that added them (`since`).
 */
export const schemaVersions: readonly Version[] = list

/**
 * The version that a build writes. Raised whenever a table gets columns, or a reader would misread a file.
 */
export const schemaVersion = schemaVersions[0]!.version

/** The readable versions: the present and the previous one. */
export const readableVersions: readonly number[] = [schemaVersion, schemaVersion - 1]

/** The reason why a version can't be read; null if it can. */
export function versionProblem(version: unknown): string | null {
  if (readableVersions.some((each) => each === version)) return null
  const remedy = Number(version) > schemaVersion ? ': update it' : ''
  return `schema version ${String(version)}, this program reads ${readableVersions.join(' and ')}${remedy}`
}
