import type { Columns } from '../../../data/schema/serving/columns.ts'
import { textFields, type TextField } from '../../../data/schema/serving/text_index.ts'
import type { Database } from '../../database/database.ts'
import { TextIndexer, type Postings } from './text_indexer.ts'

/** The index of the texts of `published.farms`. */
export async function textIndex(
  database: Database,
  farms: number,
): Promise<{ words: Columns['words']['list']; postings: Record<TextField, Postings> }> {
  const indexer = new TextIndexer(farms)
  for await (const chunk of database.chunks(`select ${textFields.join(', ')} from published.farms`))
    for (const texts of chunk as (string | null)[][]) indexer.add(byField(texts))
  return indexer.index()
}

const byField = (texts: (string | null)[]) =>
  Object.fromEntries(textFields.map((field, index) => [field, texts[index]])) as Record<
    TextField,
    string | null
  >
