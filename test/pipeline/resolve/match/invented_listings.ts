import type { Farm } from '../../../../data/schema/tables/farm.ts'
import { openDatabase, type Database } from '../../../../pipeline/database/database.ts'
import { runSteps } from '../../../../pipeline/database/step.ts'
import { noWordings } from '../../../../pipeline/resolve/match/listings/steps.ts'
import { matchSteps } from '../../../../pipeline/resolve/match/match.ts'

/** A row of the table `match.candidates`. */
export type Candidate = {
  source: string
  source_id: string
  publisher: string
  edition: number[]
  retired: boolean
  name: string
  place_type: string
  address: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  website: string | null
  email: string | null
  lat: number | null
  lng: number | null
  location_precision: Farm['location_precision']
  weekdays: string[] | null
  farm_id: string | null
  first_seen: string | null
  last_seen: string | null
}

/** A market that exists nowhere, with what a test has to say of it. */
export const market = (source_id: string, told: Partial<Candidate> = {}): Candidate => ({
  source: 'directory',
  source_id,
  publisher: 'A publisher',
  edition: [0],
  retired: false,
  name: 'Heron Landing Farmers Market',
  place_type: 'farmers_market',
  address: '12 Example Road',
  city: 'Testville',
  state: 'VT',
  zip: '05828',
  phone: null,
  website: null,
  email: null,
  lat: 44.411,
  lng: -72.14,
  location_precision: 'exact',
  weekdays: ['sat'],
  farm_id: null,
  first_seen: null,
  last_seen: null,
  ...told,
})

/** A farm that exists nowhere. */
export const farm = (source_id: string, told: Partial<Candidate> = {}): Candidate =>
  market(source_id, { name: 'Stone Heron Farm', place_type: 'farm', weekdays: null, ...told })

/** The same listing in another source's words. */
export const elsewhere = (candidate: Candidate, told: Partial<Candidate> = {}): Candidate => ({
  ...candidate,
  source: 'another list',
  edition: [1],
  ...told,
})

const types =
  'edition INTEGER[], retired BOOLEAN, lat DOUBLE, lng DOUBLE, weekdays VARCHAR[], first_seen TIMESTAMPTZ, last_seen TIMESTAMPTZ'
const typeOf = new Map(types.split(', ').map((each) => each.split(' ') as [string, string]))

export type Matched = {
  /** Source ids of the listings of each cluster of two or more. */
  together: string[][]
  /** Which listings, by source id, have one cluster. */
  areOne: (...ids: string[]) => boolean
  matches: { a: string; b: string; score: number; rule: string }[]
  /** Candidate pairs that were looked at. */
  looked: number
}

/** Makes `match.candidates` of these listings. */
export async function loadCandidates(database: Database, candidates: Candidate[]): Promise<void> {
  const columns = Object.keys(market('')).map((name) => [name, typeOf.get(name) ?? 'VARCHAR'])
  const structure = JSON.stringify([
    Object.fromEntries(
      columns.map(([name, type]) => [name, type!.endsWith('[]') ? [type!.slice(0, -2)] : type]),
    ),
  ])
  await database.run(
    `create schema if not exists match;
     create or replace table match.candidates as
     select source || chr(10) || source_id as key, *
     from (select unnest(from_json($rows, $structure), max_depth := 2))`,
    { rows: JSON.stringify(candidates), structure },
  )
}

/** Matches listings whose source ids are unique, in the order given. */
export async function matched(candidates: Candidate[]): Promise<Matched> {
  const database = await openDatabase(':memory:')
  try {
    await loadCandidates(database, candidates)
    await runSteps(database, [noWordings, ...matchSteps()])
    const clusters = await database.rows<{ id: string; cluster: string }>(
      'select split_part(key, chr(10), 2) as id, cluster from match.clusters order by key',
    )
    const clusterOf = new Map(clusters.map(({ id, cluster }) => [id, cluster]))
    const groups = Map.groupBy(clusters, ({ cluster }) => cluster)
    const [count] = await database.rows<{ looked: number }>(
      'select count(*)::integer as looked from match.scores',
    )
    return {
      together: [...groups.values()]
        .filter((group) => group.length > 1)
        .map((group) => group.map(({ id }) => id).toSorted())
        .toSorted((one, other) => (one[0]! < other[0]! ? -1 : 1)),
      areOne: (...ids) => new Set(ids.map((id) => clusterOf.get(id) ?? id)).size === 1,
      matches: await database.rows(
        `select split_part(a, chr(10), 2) as a, split_part(b, chr(10), 2) as b, score, rule
         from match.matches order by a, b`,
      ),
      looked: count!.looked,
    }
  } finally {
    database.close()
  }
}
