import { sqlFile, type Database } from '../../database/database.ts'
import { fillCells } from './cells.ts'
import { fillClusters } from './clusters.ts'
import { blockCap, sharedPhone, sharedSite, threshold } from './evidence.ts'
import { setVariables } from './variables.ts'

/**
 * Decides which listings are one farm. Reads table `candidates`, one row for each listing:
 *
 * - key (unique), source, state, zip, city, address, name, place_type, website, phone, email,
 *   lat, lng, location_precision, weekdays (`mon` … `sun`), as normalized;
 * - edition: the numbers of the build's inputs that it stands in; retired: it stands in none, and
 *   is known from before only (edition = []);
 * - and, null where they are not known (and added where missing): farm_id, the farm that it was of
 *   before; first_seen and last_seen, the first and the last snapshot before that held it.
 *
 * Writes table `clusters(key, cluster)`: for every candidate its farm, named by the smallest key of
 * its listings; and `matches(a, b, score, rule)`: the pairs, a < b, that matched within clusters,
 * with their points and the names of the evidence (evidence.ts) that they come from.
 *
 * A pair is looked at if it shares a blocking key (blocks.sql), matches from `threshold` points on
 * (evidence.sql), and pairs are joined best first, unless a veto (vetoes.ts) keeps any two listings
 * of the cluster apart. The order of the rows doesn't matter. Tables and variables `match_…` are left
 * behind, for those who ask why.
 */
export async function matchListings(database: Database): Promise<void> {
  await setVariables(database)
  await completeCandidates(database)
  const run = (name: string, params?: Record<string, number>) =>
    database.run(sqlFile(import.meta.url, name), params)
  await run('words.sql')
  await run('km.sql')
  await run('scope.sql')
  await run('features.sql')
  await run('chains.sql', { block_cap: blockCap })
  await run('sharing.sql')
  await run('twins.sql', { block_cap: blockCap })
  await fillCells(database)
  await run('blocks.sql', { block_cap: blockCap })
  await run('evidence.sql', { shared_site: sharedSite, shared_phone: sharedPhone })
  await fillClusters(database, threshold)
  await run('clusters.sql')
  await run('matches.sql', { threshold })
}

async function completeCandidates(database: Database): Promise<void> {
  for (const column of ['farm_id varchar', 'first_seen timestamptz', 'last_seen timestamptz'])
    await database.run(`alter table candidates add column if not exists ${column}`)
}
