import { facets, type Facet, type TermLists } from '../../../data/schema/serving/terms.ts'
import type { Database } from '../../database/database.ts'

/** Every term that a farm has, by the field that holds it. */
export async function termLists(database: Database): Promise<TermLists> {
  const columns = facets.map(
    (facet) => `list_sort(list(distinct term) filter (facet = '${facet}')) as ${facet}`,
  )
  const each = facets.map(
    (facet) => `select '${facet}' as facet, unnest(${facet}) as term from published.farms`,
  )
  const [lists] = await database.rows<Record<Facet, string[] | null>>(
    `select ${columns.join(', ')} from (${each.join(' union all ')})`,
  )
  return Object.fromEntries(facets.map((facet) => [facet, lists![facet] ?? []])) as TermLists
}
