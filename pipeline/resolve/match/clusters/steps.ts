import type { Database } from '../../../database/database.ts'
import { stepsOf, task, type Step } from '../../../database/step.ts'
import { valuesTable } from '../../../database/values_table.ts'
import { threshold } from '../evidence.ts'
import { joinPairs, type Decided, type Pair } from './join_pairs.ts'
import type { Listing } from './listing.ts'
import { vetoOf } from './vetoes.ts'

const step = stepsOf(import.meta.url)

/** Makes `match.joined`: for each listing in a cluster of two or more, the cluster's smallest id. */
async function joinListings(database: Database): Promise<void> {
  const pairs = await database.rows<Pair>(
    'select a, b, score from match.scores where score >= $threshold',
    { threshold },
  )
  // One JSON text is read in half the time of many rows with lists.
  const [found] = await database.rows<{ listings: string }>(
    `select to_json(list(asked)) as listings
     from (
       select * exclude (key, standing, minor, core_key, town_core, address_words, box, phone, email)
       from match.listings
       where id in (select unnest([a, b]) from match.scores where score >= $threshold)
     ) as asked`,
    { threshold },
  )
  const listings = (JSON.parse(found!.listings) ?? []) as Listing[]
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  const apart = (one: number, other: number) =>
    vetoOf(byId.get(one)!, byId.get(other)!) !== undefined
  const decided = await database.rows<Decided>(
    `select one.id as a, other.id as b, same
     from match.decisions
     join match.listings as one on one.key = decisions.a
     join match.listings as other on other.key = decisions.b
     order by entry`,
  )
  const rows = [...joinPairs(pairs, apart, decided)].map(([id, smallest]) => ({ id, smallest }))
  await valuesTable(database, 'match.joined', { id: 'INTEGER', smallest: 'INTEGER' }, rows)
}

/** Makes `match.clusters`, the listings of one farm, and `match.matches`, the pairs that joined them. */
export const clusterSteps: Step[] = [
  task('match.joined', ['match.listings', 'match.scores', 'match.decisions'], joinListings),
  step('match.clusters'),
  step('match.matches', { params: { threshold } }),
]
