import {
  facets,
  type Facet,
  type TermFarms,
  type TermLists,
} from '../../../data/schema/serving/terms.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import type { Database } from '../../database/database.ts'

/** Every term that a farm has, by the field that holds it. */
export async function termLists(database: Database): Promise<TermLists> {
  const lists: Partial<TermLists> = {}
  for (const facet of facets) {
    const sql = `select distinct unnest(${facet}) as term from published.farms order by term`
    lists[facet] = (await database.rows<{ term: string }>(sql)).map(({ term }) => term)
  }
  return lists as TermLists
}

/** Number of farms with each term or a variety. */
export async function termFarms(database: Database): Promise<TermFarms> {
  const counts: Partial<TermFarms> = {}
  for (const facet of facets) counts[facet] = Object.fromEntries(await farmsOf(facet, database))
  return counts as TermFarms
}

/** Lists that several farms have alike are looked at once. */
async function farmsOf(facet: Facet, database: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const sql = `select ${facet} as terms, count(*)::integer as farms from published.farms where ${facet} is not null group by all`
  const lists = await database.rows<{ terms: string[]; farms: number }>(sql)
  for (const { terms, farms } of lists)
    for (const term of withBroader(facet, terms)) counts.set(term, (counts.get(term) ?? 0) + farms)
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The terms of a farm, and all that they are kinds of, each once. */
function withBroader(facet: Facet, terms: readonly string[]): Set<string> {
  const all = new Set(terms)
  for (const term of all)
    for (const name of vocabularyOf(facet)?.find(term)?.broader ?? []) all.add(name)
  return all
}
