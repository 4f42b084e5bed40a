import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  postingsFile,
  postingStartsFile,
  textFields,
  wordsFile,
  type TextField,
} from '../../data/schema/serving/text_index.ts'
import type { Database } from '../database/database.ts'
import { bytesOf } from './arrays.ts'
import { TextIndexer } from './text_indexer.ts'

/** Writes the index of the texts of the `farms` table (data/schema/text_index.ts). */
export async function writeTextIndex(
  database: Database,
  folder: string,
  farms: number,
): Promise<void> {
  const indexer = new TextIndexer(farms)
  for await (const chunk of database.chunks(`select ${textFields.join(', ')} from published.farms`))
    for (const texts of chunk as (string | null)[][]) indexer.add(byField(texts))
  const { words, postings } = indexer.index()
  await writeFile(join(folder, wordsFile), words.join('\n'))
  for (const field of textFields) {
    await writeFile(join(folder, postingStartsFile(field)), bytesOf(postings[field].starts))
    await writeFile(join(folder, postingsFile(field)), bytesOf(postings[field].rows))
  }
}

const byField = (texts: (string | null)[]) =>
  Object.fromEntries(textFields.map((field, index) => [field, texts[index]])) as Record<
    TextField,
    string | null
  >
