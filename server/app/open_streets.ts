import type { Logger } from 'pino'
import { BucketError } from '../../data/bucket/bucket.ts'
import { isBucketUrl } from '../../data/bucket/open_bucket.ts'
import { MapArchive, MapArchiveError } from '../../data/geography/map_archive.ts'
import { ConfigError } from '../config.ts'

/**
 * Opens the archive of BASEMAP. If its host does not answer, the map has no streets until the next start.
 * Throws a ConfigError for a file that can't be read, and for an archive that is no map.
 */
export async function openStreets(
  place: string | undefined,
  log: Logger,
): Promise<MapArchive | undefined> {
  if (place === undefined) return undefined
  try {
    return await MapArchive.open(place)
  } catch (error) {
    if (!(error instanceof BucketError || error instanceof MapArchiveError)) throw error
    const isAway = error instanceof BucketError && isBucketUrl(place)
    const remedy = 'name another archive, or leave BASEMAP unset'
    if (!isAway) throw new ConfigError(`BASEMAP: ${error.message}; ${remedy}`, { cause: error })
    log.error({ err: error }, 'BASEMAP can not be read: the map has no streets')
    return undefined
  }
}
