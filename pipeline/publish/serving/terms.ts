import { facets, type TermLists } from '../../../data/schema/serving/terms.ts'
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
