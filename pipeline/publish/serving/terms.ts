import type { Columns } from '../../../data/schema/serving/columns.ts'
import { termFields, type TermField } from '../../../data/schema/serving/fields.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import type { Database } from '../../database/database.ts'

/** Number of farms with each term or a variety. */
export async function termFarms(database: Database): Promise<Columns['documents']['termFarms']> {
  const counts: Partial<Columns['documents']['termFarms']> = {}
  for (const field of termFields) counts[field] = Object.fromEntries(await farmsOf(field, database))
  return counts as Columns['documents']['termFarms']
}

/** Lists that several farms have alike are looked at once. */
async function farmsOf(field: TermField, database: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const sql = `select ${field} as terms, count(*)::integer as farms from published.farms where ${field} is not null group by all`
  const lists = await database.rows<{ terms: string[]; farms: number }>(sql)
  for (const { terms, farms } of lists)
    for (const term of withBroader(field, terms)) counts.set(term, (counts.get(term) ?? 0) + farms)
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The terms of a farm, and all that they are kinds of, each once. */
function withBroader(field: TermField, terms: readonly string[]): Set<string> {
  const all = new Set(terms)
  for (const term of all)
    for (const name of vocabularyOf(field)?.find(term)?.broader ?? []) all.add(name)
  return all
}
