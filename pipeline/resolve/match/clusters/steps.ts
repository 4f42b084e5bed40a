import type { Database } from '../../../database/database.ts'
import { stepsOf, task, type Step } from '../../../database/step.ts'
import { valuesTable } from '../../../database/values_table.ts'
import { threshold } from '../evidence.ts'
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

type Pair = { a: number; b: number; score: number }
/** A person's decision on two ids: one farm, or two. */
type Decided = { a: number; b: number; same: boolean }

/**
 * Joins matched pairs into clusters, best score first, then by `a` and `b`, so that the order of the pairs
 * does not matter. Skips a pair if `keepsApart` holds for any two members of its clusters. Then joins pairs
 * decided as the same, despite `keepsApart`; two ids decided as different never share a cluster. Returns, for
 * each id in a cluster of two or more, the smallest id of its cluster.
 */
export function joinPairs(
  pairs: Pair[],
  keepsApart: (one: number, other: number) => boolean,
  decided: Decided[] = [],
): Map<number, number> {
  const members = new Map<number, number[]>()
  const clusterOf = (id: number) => members.get(id) ?? [id]
  const join = (a: number, b: number, areApart: typeof keepsApart) => {
    const [one, other] = [clusterOf(a), clusterOf(b)]
    if (one === other) return
    if (one.some((x) => other.some((y) => areApart(x, y)))) return
    const joined = [...one, ...other]
    for (const id of joined) members.set(id, joined)
  }
  const different = new Set(
    decided.flatMap(({ a, b, same }) => (same ? [] : [`${a} ${b}`, `${b} ${a}`])),
  )
  const areDifferent = (x: number, y: number) => different.size > 0 && different.has(`${x} ${y}`)
  const ordered = [...pairs].sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b)
  for (const { a, b } of ordered) join(a, b, (x, y) => areDifferent(x, y) || keepsApart(x, y))
  for (const { a, b, same } of decided) if (same) join(a, b, areDifferent)
  return new Map([...members].map(([id, joined]) => [id, Math.min(...joined)]))
}
